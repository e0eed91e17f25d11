"""A filter of system calls for code that is run for callers.

Namespaces already keep the code from the host. What is filtered is what no program here needs and what faults of
kernels were mostly reached through: mounts, namespaces, tracing, keys, BPF, io_uring, modules, and sockets of other
families than those of the network, which is empty (AF_VSOCK knows no network namespaces and would reach the host).
So is what takes memory that no process is seen to have: memory files, and shared memory and queues of System V.

The program is classic BPF, as seccomp(2) has it.
"""

import platform
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_LOAD = 0x20
_EQUAL, _AT_LEAST, _ANY_BIT = 0x15, 0x35, 0x45
_RETURN = 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_KILL, _ALLOW, _ERROR = 0x80000000, 0x7FFF0000, 0x00050000
_EPERM, _ENOSYS, _EAFNOSUPPORT = 1, 38, 97
# CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID, NET, and TIME.
_NEW_NAMESPACES = 0x7E020080
_FAMILIES = (1, 2, 10, 16)
# System calls of the x32 interface begin here; they would have other numbers than those that are filtered.
_X32 = 0x40000000

# The numbers that all architectures share.
_RECENT = (425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442, 447)


@dataclass(frozen=True, slots=True)
class _Machine:
    audit: int
    clone: int
    clone3: int
    socket: int
    denied: tuple[int, ...]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split())


_MACHINES: Mapping[str, _Machine] = {
    "x86_64": _Machine(
        audit=0xC000003E,
        clone=56,
        clone3=435,
        socket=41,
        denied=_numbers(
            "29 64 68 101 103 135 153 154 155 161 163 164 165 166 167 168 169 170 171 172 173 175 176 179 227 246 248 "
            "249 250 272 298 300 303 304 308 310 311 312 313 319 320 321 323"
        ),
    ),
    "aarch64": _Machine(
        audit=0xC00000B7,
        clone=220,
        clone3=435,
        socket=198,
        denied=_numbers(
            "39 40 41 51 58 60 89 92 97 104 105 106 112 116 117 142 161 162 170 186 190 194 217 218 219 224 225 241 "
            "262 264 265 268 270 271 272 273 279 280 282 294"
        ),
    ),
}


def program(machine: str | None = None) -> bytes | None:
    """Return the filter for *machine*, this one when None; None for a machine whose numbers are not known here."""
    numbers = _MACHINES.get(machine or platform.machine())
    if numbers is None:
        return None
    return b"".join(struct.pack("HBBI", *instruction) for instruction in _instructions(numbers))


_Instruction = tuple[int, int, int, int]


def _instructions(machine: _Machine) -> Iterator[_Instruction]:
    yield _LOAD, 0, 0, _ARCHITECTURE
    yield _EQUAL, 1, 0, machine.audit
    yield _RETURN, 0, 0, _KILL
    yield _LOAD, 0, 0, _NUMBER
    if machine.audit == _MACHINES["x86_64"].audit:
        yield _AT_LEAST, 0, 1, _X32
        yield _RETURN, 0, 0, _KILL
    for number in (*machine.denied, *_RECENT):
        yield _EQUAL, 0, 1, number
        yield _RETURN, 0, 0, _ERROR | _EPERM
    # Its flags are behind a pointer, where no filter sees them; the C library then uses clone.
    yield _EQUAL, 0, 1, machine.clone3
    yield _RETURN, 0, 0, _ERROR | _ENOSYS
    yield _EQUAL, 0, 4, machine.clone
    yield _LOAD, 0, 0, _FIRST_ARGUMENT
    yield _ANY_BIT, 0, 1, _NEW_NAMESPACES
    yield _RETURN, 0, 0, _ERROR | _EPERM
    yield _RETURN, 0, 0, _ALLOW
    yield _EQUAL, 0, len(_FAMILIES) + 2, machine.socket
    yield _LOAD, 0, 0, _FIRST_ARGUMENT
    for place, family in enumerate(_FAMILIES):
        yield _EQUAL, len(_FAMILIES) - place, 0, family
    yield _RETURN, 0, 0, _ERROR | _EAFNOSUPPORT
    yield _RETURN, 0, 0, _ALLOW
