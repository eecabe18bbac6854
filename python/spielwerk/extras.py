"""Optional requirements: what to say when one is missing."""

__all__ = ["missing_extra"]


def missing_extra(library: str, extra: str, purpose: str) -> ImportError:
    """The ImportError to raise, from that of the import itself, where ``library`` is not installed: it names the extra
    that brings it.
    """
    return ImportError(f'{library} is needed for {purpose}: pip install "spielwerk[{extra}]"', name=library)
