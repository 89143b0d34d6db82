"""Confinement: how a keeper starts a program that cannot get away, and ends all of it."""

from __future__ import annotations

import ctypes
import os
import resource
import time

from tilefall.agents.foreign.process_tree import newcomers, threads_of

# The ways to contain a program, the best first.
WAYS = ("PID namespace", "PID and user namespace", "sweeps")
SWEEPS = WAYS[2]
# Reserved addresses cost nothing, and Java and others reserve far more than they use; what costs
# is bounded by RLIMIT_DATA and by the watch.
ADDRESSES = 16  # times the memory
THREADS = 16  # a process, on average
NEWNS, NEWUSER, NEWPID = 0x0002_0000, 0x1000_0000, 0x2000_0000
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38
MS_NOSUID_NODEV_NOEXEC, MS_REC_PRIVATE = 0b1110, 0x4_4000
HUP, INT, QUIT, KILL, PIPE, TERM, CHLD, STOP, XFSZ = 1, 2, 3, 9, 13, 15, 17, 19, 25
SIG_DFL, SIG_IGN, SIG_SETMASK = 0, 1, 2
LANDLOCK_CREATE_RULESET, LANDLOCK_RESTRICT_SELF, LANDLOCK_SCOPE_SIGNAL = 444, 446, 2
LIBC = ctypes.CDLL(None, use_errno=True)


class Task:
    """What is started, where, and how much it may take: the words of the command line."""

    def __init__(self, words: list[str]) -> None:
        self.control, self.referee = int(words[0]), int(words[1])  # a socket and a process
        self.way = words[2]  # empty for the best there is
        self.folder, self.home = words[3], words[4]  # home is made for it and removed with it
        self.memory, self.cpu_seconds = int(words[5]), float(words[6])
        self.processes, self.file_bytes = int(words[7]), int(words[8])
        self.open_files, self.error_bytes = int(words[9]), int(words[10])
        self.command = words[11:]
        # the user's, before a namespace hides them; root has no such limit
        self.threads = threads_of(os.getuid()) if os.getuid() else 0


def become_keeper() -> None:
    """Adopt orphans and be deaf to requests to end, as only the referee's leaving ends a keeper."""
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for number in (HUP, INT, QUIT, TERM):
        LIBC.signal(number, SIG_IGN)
    LIBC.signal(CHLD, SIG_DFL)  # who started us may have ignored it, and then nobody can wait
    LIBC.sigprocmask(SIG_SETMASK, bytes(128), None)
    try:  # before a thousand processes that all want the processor
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    except PermissionError:
        return  # ours is not to be had by everybody


def contained(wish: str) -> str:
    """The way in which the next child is contained; empty if the one that was asked for fails."""
    for way, flags in zip(WAYS, (NEWPID, NEWUSER | NEWPID, 0), strict=True):
        if wish not in ("", way):
            continue
        user, group = os.getuid(), os.getgid()
        if flags and LIBC.unshare(flags):
            continue
        if flags & NEWUSER:
            for name, text in (
                ("setgroups", "deny"),
                ("uid_map", f"{user} {user} 1"),
                ("gid_map", f"{group} {group} 1"),
            ):
                with open(f"/proc/self/{name}", "w") as file:
                    file.write(text)
        return way
    return ""


def become_init(task: Task, way: str, keeper: int, status: int, errors: int) -> None:
    """Start the program, wait for its end and tell `status`; returns only by an error."""
    LIBC.prctl(PR_SET_PDEATHSIG, KILL)
    os.setsid()
    os.close(task.control)
    # A /proc of the namespace shows the program itself only; where none is allowed, the old stays.
    if way != SWEEPS and not LIBC.unshare(NEWNS):
        LIBC.mount(b"none", b"/", None, MS_REC_PRIVATE, None)
        LIBC.mount(b"proc", b"/proc", b"proc", MS_NOSUID_NODEV_NOEXEC, None)
        number_from(keeper)
    program = os.fork()
    if not program:
        become_program(task, way, errors)
    let_go()
    os.close(errors)
    while True:
        pid, code = os.wait()
        if pid == program:
            os.write(status, b"exit %d\n" % os.waitstatus_to_exitcode(code))
            os._exit(0)


def number_from(last: int) -> None:
    """The next process of this namespace has the number after this one, if that can be had.

    Java and others tell their temporary files apart by such numbers, in a folder that all share.
    """
    try:
        with open("/proc/sys/kernel/ns_last_pid", "w") as file:
            file.write(str(last))
    except OSError:
        return


def become_program(task: Task, way: str, errors: int) -> None:
    """Run the command under its limits; returns only by an error."""
    os.setsid()
    os.chdir(task.folder)
    os.dup2(errors, 2)
    LIBC.prctl(PR_SET_PDEATHSIG, KILL)
    LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if way == SWEEPS:
        keep_signals_inside()
    for number in (HUP, INT, QUIT, PIPE, TERM, XFSZ):
        LIBC.signal(number, SIG_DFL)
    for what, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, task.file_bytes),
        (resource.RLIMIT_NOFILE, task.open_files),
        (resource.RLIMIT_CPU, 1 + int(task.cpu_seconds)),
        (resource.RLIMIT_DATA, task.memory),
        (resource.RLIMIT_AS, ADDRESSES * task.memory),
        # No count of ours is as quick as a fork bomb; this one binds all users but root.
        (resource.RLIMIT_NPROC, task.threads + THREADS * task.processes),
    ):
        hard = resource.getrlimit(what)[1]
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # a second more until the end that cannot be told from any other
        spare = 1 if what == resource.RLIMIT_CPU and bound == most else 0
        resource.setrlimit(what, (bound, bound + spare))
    os.execve(task.command[0], task.command, dict(os.environ))


def keep_signals_inside() -> None:
    """From now on this process and all that it starts can signal only each other.

    Linux can do so from 6.12 on; before, a program could end the very processes that keep it.
    """
    rules = (ctypes.c_uint64 * 3)(0, 0, LANDLOCK_SCOPE_SIGNAL)
    ruleset = LIBC.syscall(LANDLOCK_CREATE_RULESET, rules, ctypes.sizeof(rules), 0)
    if ruleset >= 0:
        LIBC.syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0)
        os.close(ruleset)


def let_go() -> None:
    """Leave standard input, output and error to the program."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    os.close(nothing)


def kill_all(way: str, init: int) -> None:
    """Afterwards no process that the program started is alive."""
    if way != SWEEPS:
        os.kill(init, KILL)
        os.waitpid(init, 0)  # the kernel ends all others before init is gone
        return
    while has_children():  # orphans are adopted, so that without a child nobody is left
        ours, known = {os.getpid()}, {os.getpid()}
        while new := newcomers(ours, known):
            for pid in new:
                signalled(pid, STOP)  # what is stopped starts nothing more
        for pid in ours - {os.getpid()}:
            signalled(pid, KILL)
        time.sleep(0.001)


def signalled(pid: int, number: int) -> None:
    """Send a signal, if the process is still there."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


def has_children() -> bool:
    """Whether any child is left, once those that have ended are waited for."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True
