"""No tests here: programs as a course's students write them, run by tests/agents/foreign/test_course_programs.py."""

collect_ignore_glob = ["*.py"]
