"""Whatever a program says, and however it ends, it is a move or a forfeit with the right cause."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import ROOT
from tests.agents.foreign.programs import Trial, best, states, trial, wait_for
from tilefall.agents.agent import Forfeit, Limit
from tilefall.agents.foreign.answer import chosen
from tilefall.agents.foreign.confinement import SWEEPS
from tilefall.agents.foreign.limits import Limits
from tilefall.agents.foreign.sandbox import Command
from tilefall.rules.catalog import parse_game
from tilefall.rules.dice import Dice

__all__ = ["best", "trial"]  # fixtures


def test_a_program_that_behaves_plays_and_ends(trial: Trial) -> None:
    program = trial.agent("ready()\nmoves()")
    first, second = states(2)
    assert program.choose(first, Limit(seconds=30)) == 0
    assert len(trial.alive()) == 3  # keeper, init and program
    assert len(list(trial.folder.glob("tilefall-*"))) == 1
    assert program.choose(second, Limit()) == 0
    program.tell_over(second)
    trial.assert_gone()
    program.close()  # once more does nothing


@pytest.mark.parametrize(
    ("source", "detail"),
    [
        ("sys.exit(3)", "exit code 3"),
        ("import nothing_here", "ModuleNotFoundError: No module named 'nothing_here'"),
        ("asked(); os.kill(os.getpid(), 11)", "ended by SIGSEGV"),
        ("asked(); print('half', end='', flush=True); os._exit(4)", "exit code 4"),
    ],
)
def test_a_program_that_ends_before_it_is_ready(best: Trial, source: str, detail: str) -> None:
    found = best.forfeit(source)
    assert found.cause == "start"
    assert detail in found.detail


def test_a_program_that_cannot_be_run(best: Trial) -> None:
    text = best.folder / "text"
    text.write_text("no program")
    causes = {"/no/such": "No such file", str(text): "Permission denied"}
    for path, detail in causes.items():
        found = best.forfeit(best.program(Command((path,), best.folder)))
        assert (found.cause, detail in found.detail) == ("start", True)
    text.chmod(0o755)
    found = best.forfeit(best.program(Command((str(text),), best.folder)))
    assert (found.cause, found.detail) == ("start", "Exec format error")
    found = best.forfeit(best.program(Command(("/bin/true",), Path("/no/such"))))
    assert (found.cause, found.detail) == ("start", "No such file or directory")


@pytest.mark.parametrize(
    ("source", "detail"),
    [
        ("1 / 0", "exit code 1: ZeroDivisionError: division by zero"),
        ("os.kill(os.getpid(), 9)", "ended by SIGKILL"),
        ("sys.exit('the end \\x07')", r"exit code 1: the end \x07"),
        ("asked(); os._exit(0)", "exit code 0"),
    ],
)
def test_a_program_that_ends_in_the_middle(trial: Trial, source: str, detail: str) -> None:
    found = trial.forfeit(f"ready()\nmoves(2)\n{source}")
    assert (found.cause, found.detail) == ("crash", detail)


def test_a_program_that_is_never_ready(best: Trial) -> None:
    found = best.forfeit("time.sleep(1000)", seconds=0.05, start_seconds=0.1)
    assert (found.cause, found.detail) == ("time", "no answer in 0.15 s")


@pytest.mark.parametrize("calm", ["", "import signal; signal.signal(15, signal.SIG_IGN)"])
def test_a_program_that_thinks_too_long(trial: Trial, calm: str) -> None:
    start = time.monotonic()
    found = trial.forfeit(f"{calm}\nready()\nmoves(1)\ntime.sleep(1000)", seconds=0.3)
    assert (found.cause, found.detail) == ("time", "no answer in 0.3 s")
    assert 0.3 < time.monotonic() - start < 15


def test_a_program_that_never_reads_is_not_waited_for_for_ever(best: Trial) -> None:
    """What it is asked is more than a pipe holds."""
    program = best.agent("ready()\ntime.sleep(1000)")
    state = parse_game("quintris").start(Dice(1))
    program.begin(state, Limit(seconds=30))
    sandbox = program._sandbox
    assert sandbox is not None
    with pytest.raises(Forfeit, match=r"time: no answer in 0.2 s"):
        sandbox.ask(b"x" * (1 << 20) + b"\n", 0.2)
    best.assert_gone()


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        ("say('left')", "no JSON: left"),
        ("say('')", "no JSON: an empty line"),
        ("say('{\"to\": 3}')", 'no move: {"to": 3}'),
        ("say('{\"move\": true}')", 'no move: {"move": true}'),
        ("say('{\"move\": 1.0}')", 'no move: {"move": 1.0}'),
        ("say('[0]')", "no JSON object: [0]"),
        ("say(b'\\xff\\x00\\xfe')", r"no JSON: \xff\x00\xfe"),
        ("say('[' * 60000)", "no JSON: [["),
        ("os.write(1, b'{\"mo'); os._exit(0)", 'half a line: {"mo'),
        ("os.write(1, b'{\"mo'); os.close(1); time.sleep(9)", 'half a line: {"mo'),
        ("os.close(1); time.sleep(9)", "it closed its standard output"),
        ('say(\'{"move": 0}\\n{"move": 1}\')', 'more than one line: {"move": 0}\\n{"move": 1}'),
    ],
)
def test_an_answer_that_is_none(best: Trial, answer: str, detail: str) -> None:
    found = best.forfeit(f"ready()\nmoves(1)\nasked()\n{answer}\ntime.sleep(1000)")
    assert found.cause == "garbage"
    assert found.detail.startswith(detail)
    assert len(found.detail) < 200


def test_a_program_that_speaks_before_it_is_asked(best: Trial) -> None:
    source = "ready()\nmoves(2)\ntime.sleep(0.2)\nsay('more')\nmoves()"
    program = best.agent(source)
    for state in states(2):
        program.choose(state, Limit(seconds=30))
    sandbox = program._sandbox
    assert sandbox is not None
    assert sandbox._poll.poll(20_000)  # now it has spoken
    with pytest.raises(Forfeit, match="garbage: it spoke before it was asked: more"):
        program.choose(states(3)[2], Limit(seconds=30))
    best.assert_gone()


def test_a_first_word_other_than_ready(best: Trial) -> None:
    found = best.forfeit("asked()\nsay('{\"move\": 0}')\ntime.sleep(1000)")
    assert found.cause == "garbage"
    assert found.detail == 'expected {"type": "ready"}: {"move": 0}'


@pytest.mark.parametrize("move", ["4", "-1", "1" * 30, '"X"', '"u"', '""'])
def test_a_move_that_is_not_legal(best: Trial, move: str) -> None:
    found = best.forfeit(f"ready()\nmoves(1)\nasked()\nsay('{{\"move\": {move}}}')\nmoves()")
    assert found.cause == "illegal"
    assert found.detail.startswith("move ")


def test_answers_name_a_move_in_three_ways() -> None:
    (slide,) = states(1)
    assert chosen(b'{"move": 2}', slide, range(4)) == chosen(b'{"move": "L"}', slide, range(4)) == 2
    quintris = parse_game("quintris").start(Dice(1))
    moves = quintris.legal_moves()
    number = chosen(b'{"keys": "bn"}', quintris, moves)
    assert number in moves
    assert chosen(f'{{"move": {number}}}'.encode(), quintris, moves) == number


@pytest.mark.parametrize("word", ["true", "false", "1.0", "null"])
def test_a_number_is_a_whole_number_and_nothing_like_it(word: str) -> None:
    (slide,) = states(1)
    with pytest.raises(Forfeit, match="no move") as found:
        chosen(f'{{"move": {word}}}'.encode(), slide, range(4))
    assert found.value.cause == "garbage"


@pytest.mark.parametrize(
    ("answer", "cause", "detail"),
    [
        (b'{"keys": "bq"}', "illegal", "key 'q', allowed are"),
        (b'{"keys": "' + b"b" * 1001 + b'"}', "illegal", "1001 keys, at most 1000"),
        (b'{"keys": 3}', "garbage", "no keys"),
        (b'{"keys": "b", "move": null}', "garbage", "no move"),
        (b'{"move": "b"}', "garbage", "no move"),
    ],
)
def test_keys_that_are_none(answer: bytes, cause: str, detail: str) -> None:
    quintris = parse_game("quintris").start(Dice(1))
    with pytest.raises(Forfeit) as found:
        chosen(answer, quintris, quintris.legal_moves())
    assert found.value.cause == cause
    assert found.value.detail.startswith(detail)


FLOODS = {
    "line": ("while True: os.write(1, b'x' * 4096)", "output", "a line of more than 65,536"),
    "lines": ("while True: say('x\\n' * 100)", "garbage", "more than one line: x"),
    "errors": ("while True: os.write(2, b'x' * 4096)", "output", "more than 1,048,576 bytes on"),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood(trial: Trial, kind: str) -> None:
    source, cause, detail = FLOODS[kind]
    found = trial.forfeit(f"ready()\nmoves(1)\nasked()\n{source}")
    assert found.cause == cause
    assert found.detail.startswith(detail)


def test_long_answers_add_up(best: Trial) -> None:
    source = "ready()\nwhile asked(): say('{\"move\": 0' + ' ' * 900 + '}')"
    found = best.forfeit(source, Limits(output_bytes=2000))
    assert (found.cause, found.detail) == ("output", "more than 2,000 bytes of answers")


CAN_KEEP_SIGNALS = tuple(map(int, os.uname().release.split(".")[:2])) >= (6, 12)


def test_a_daemon_that_holds_the_output_open(trial: Trial) -> None:
    """The end of the program counts, not that of the last who could still answer."""
    source = (
        "ready()\nmoves(1)\nif not os.fork():\n    os.setsid()\n    time.sleep(1000)\nos._exit(0)"
    )
    found = trial.forfeit(source)
    assert (found.cause, found.detail) == ("crash", "exit code 0")


def test_a_child_that_is_left_after_a_game(trial: Trial) -> None:
    source = "ready()\nif not os.fork():\n    os.setsid()\n    time.sleep(1000)\nmoves()"
    program = trial.agent(source)
    for state in states(2):
        program.choose(state, Limit(seconds=30))
    assert len(trial.alive()) == 4  # keeper, init, program and child
    program.tell_over(state)
    trial.assert_gone()


def test_every_game_is_another_run(best: Trial) -> None:
    program = best.agent("ready()\nmoves(2)\nsys.exit('played')")
    for _ in range(2):
        for state in states(2):
            program.choose(state, Limit(seconds=30))
    program.close()
    best.assert_gone()


def test_the_last_message_is_heard(best: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    """And whoever does not end by itself has some time for it."""
    monkeypatch.setattr("tilefall.agents.foreign.program.LAST_WORDS", 20.0)
    note = best.folder / "note"
    source = f"said = asked()\ntime.sleep(0.2)\nopen({str(note)!r}, 'w').write(said)"
    program = best.agent(f"ready()\nmoves(1)\n{source}")
    (state,) = states(1)
    program.choose(state, Limit(seconds=30))
    program.tell_over(state)
    best.assert_gone()
    assert note.read_text().startswith('{"type": "over", "score": 0, "turn": 0')


def test_a_program_that_kills_the_group_of_its_parent(trial: Trial) -> None:
    source = (
        "ready()\nmoves(1)\nasked()\ntry: os.killpg(os.getpgid(os.getppid()), 9)\n"
        "except OSError: pass\ntime.sleep(0.1)\nsys.exit('unharmed')"
    )
    found = trial.forfeit(source)
    is_safe = CAN_KEEP_SIGNALS or trial.way != SWEEPS
    detail = "exit code 1: unharmed" if is_safe else "it ended the process that waited for it"
    assert (found.cause, found.detail) == ("crash", detail)


@pytest.mark.skipif(not CAN_KEEP_SIGNALS, reason="needs Linux 6.12")
def test_a_program_that_goes_after_its_keeper(tmp_path: Path) -> None:
    """Without a namespace it can find it; its own children it may still end."""
    source = (
        "asked()\nwith open(f'/proc/{os.getppid()}/stat') as file:\n"
        "    keeper = int(file.read().rpartition(')')[2].split()[1])\n"
        "child = os.fork()\nif not child: time.sleep(1000)\nos.kill(child, 9)\nos.wait()\n"
        "os.kill(keeper, 9)"
    )
    found = Trial(SWEEPS, tmp_path).forfeit(source)
    assert found.detail == "exit code 1: PermissionError: [Errno 1] Operation not permitted"


REFEREE = """
import os, sys, time
from pathlib import Path
from tilefall.agents.agent import Forfeit, Limit
from tests.agents.foreign.programs import Trial, states
trial = Trial(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
program = trial.agent(sys.argv[4])
program.choose(states(1)[0], Limit(seconds=30))
{more}
print("up", flush=True)
time.sleep(1000)
"""
FAMILY = (
    "open(os.environ['HOME'] + '/note', 'w')\nready()\n"
    "if not os.fork():\n    os.setsid()\n    time.sleep(1000)\nmoves()"
)


def referee(trial: Trial, more: str = "") -> subprocess.Popen[str]:
    """A process of its own that plays against a program with a child."""
    words = [trial.way, str(trial.folder), trial.marker, FAMILY]
    process = subprocess.Popen(
        [sys.executable, "-c", REFEREE.format(more=more), *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(trial.folder)},
        cwd=ROOT,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "up\n"
    return process


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_outlives_its_referee(trial: Trial, number: signal.Signals) -> None:
    with referee(trial) as process:
        assert len(trial.alive()) == 5  # with the referee
        process.send_signal(number)
    wait_for(lambda: trial.alive() == [])
    trial.assert_gone()


def test_nothing_outlives_its_referee_though_others_hold_the_socket(trial: Trial) -> None:
    more = "if not os.fork():\n    os.close(1)\n    time.sleep(60)\n    os._exit(0)"
    with referee(trial, more) as process:
        assert len(trial.alive()) == 6
        process.kill()
    wait_for(lambda: len(trial.alive()) == 1)
    (copy,) = trial.alive()
    os.kill(copy, signal.SIGKILL)
    wait_for(lambda: trial.alive() == [])
    trial.assert_gone()


def test_the_end_of_a_keeper(trial: Trial) -> None:
    """In a namespace it is the end of all, elsewhere of the program; the referee hears of it."""
    program = trial.agent(FAMILY)
    first, second = states(2)
    program.choose(first, Limit(seconds=30))
    sandbox = program._sandbox
    assert sandbox is not None
    sandbox._keeper.kill()
    left = 1 if trial.way == SWEEPS else 0
    wait_for(lambda: len(trial.alive()) == left)
    with pytest.raises(Forfeit, match="crash: its keeper: it has gone"):
        program.choose(second, Limit(seconds=30))
    for pid in trial.alive():
        os.kill(pid, signal.SIGKILL)
    wait_for(lambda: trial.alive() == [])
    trial.assert_gone()


def test_a_copy_of_the_referee_does_not_end_its_program(best: Trial) -> None:
    program = best.agent("ready()\nmoves()")
    first, second = states(2)
    program.choose(first, Limit(seconds=30))
    copy = os.fork()
    if not copy:
        program.close()
        os._exit(0)
    os.waitpid(copy, 0)
    program.choose(second, Limit(seconds=30))
    program.close()
    best.assert_gone()


def test_a_referee_without_means_to_start_anything_says_so(best: Trial) -> None:
    """And keeps no file open."""
    before = len(os.listdir("/proc/self/fd"))
    program = best.agent("x" * (1 << 18))  # longer than a word of a command may be
    with pytest.raises(Forfeit, match="start: no keeper could be started: Argument list too long"):
        program.choose(states(1)[0], Limit(seconds=30))
    assert len(os.listdir("/proc/self/fd")) == before


def test_games_leave_no_files_open(best: Trial) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for end in ("moves()", "1 / 0"):
        program = best.agent(f"ready()\nmoves(1)\n{end}")
        try:
            for state in states(3):
                program.choose(state, Limit(seconds=30))
        except Forfeit:
            continue
        finally:
            program.close()
    assert len(os.listdir("/proc/self/fd")) == before


def test_an_agent_that_nobody_closes_ends_with_its_last_user(best: Trial) -> None:
    program = best.agent(FAMILY)
    program.choose(states(1)[0], Limit(seconds=30))
    assert len(best.alive()) == 4
    del program
    best.assert_gone()
