"""What goes wrong. The class of an error says what the caller may do next."""

from .types import Problem, Timer


class BelfryError(Exception):
    """A call that did not do what was asked."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem['code']}: {problem['detail']}")
        self.problem = problem

    @property
    def code(self) -> str:
        """The stable name of the refusal; NO_ANSWER if there was no answer."""
        return self.problem["code"]

    @property
    def status(self) -> int:
        """Of HTTP; 0 if there was no answer."""
        return self.problem["status"]

    @property
    def field(self) -> str | None:
        """The offending field."""
        return self.problem.get("field")

    @property
    def existing(self) -> Timer | None:
        """The timer that stands in the way."""
        return self.problem.get("timer")


class NotFound(BelfryError):
    """There is no such timer or group."""


class Conflict(BelfryError):
    """Another timer stands in the way; existing shows it."""


class PreconditionFailed(BelfryError):
    """The timer does not have this revision any more; look at it again."""


class Refused(BelfryError):
    """The request can not be accepted as it is; asking again can not help."""


class Denied(BelfryError):
    """The server does not know who asks, or does not let it do this."""


class Unavailable(BelfryError):
    """Nothing was changed, for as long as the client was told to try: ask again later."""


class OutcomeUnknown(BelfryError):
    """The change may or may not have been made: look at the timer to find out."""


_BY_STATUS: dict[int, type[BelfryError]] = {
    0: Unavailable,
    401: Denied,
    403: Denied,
    404: NotFound,
    408: Unavailable,
    409: Conflict,
    412: PreconditionFailed,
    429: Unavailable,
    503: Unavailable,
}


def error_of(problem: Problem) -> BelfryError:
    if problem.get("outcomeUnknown"):
        return OutcomeUnknown(problem)
    return _BY_STATUS.get(problem["status"], Refused)(problem)
