"""Who is next: the more urgent first, and then each visitor in turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

__all__ = ["FairQueue"]

T = TypeVar("T")


class FairQueue(Generic[T]):
    """A queue in which somebody who asks for much does not make the others wait for all of it.

    >>> queue = FairQueue()
    >>> for item in ("a1", "a2", "a3", "b1"):
    ...     queue.put(item, visitor=item[0])
    >>> queue.put("c1", visitor="c", priority=-1)
    >>> list(queue)
    ['c1', 'a1', 'b1', 'a2', 'a3']
    >>> queue.remove("a1"), queue.take(), queue.take(), len(queue)
    (True, 'c1', 'a2', 2)
    """

    def __init__(self) -> None:
        # For each priority the visitors, the next one first, and what each has asked for.
        self._classes: dict[int, dict[str, deque[T]]] = {}

    def put(self, item: T, *, visitor: str, priority: int = 0) -> None:
        """Let an item wait; a lower number is more urgent."""
        visitors = self._classes.setdefault(priority, {})
        visitors.setdefault(visitor, deque()).append(item)

    def take(self) -> T | None:
        """The next item, which waits no longer; ``None`` if there is none."""
        if not self._classes:
            return None
        priority = min(self._classes)
        visitors = self._classes[priority]
        visitor, items = next(iter(visitors.items()))
        item = items.popleft()
        del visitors[visitor]
        if items:
            visitors[visitor] = items  # behind the others
        elif not visitors:
            del self._classes[priority]
        return item

    def remove(self, item: T) -> bool:
        """Let an item wait no longer. Was it there?"""
        for priority, visitors in self._classes.items():
            for visitor, items in visitors.items():
                if item in items:
                    items.remove(item)
                    if not items:
                        del visitors[visitor]
                    if not visitors:
                        del self._classes[priority]
                    return True
        return False

    def __iter__(self) -> Iterator[T]:
        """All items in the order in which they would be taken if no more came."""
        for priority in sorted(self._classes):
            lists = [list(items) for items in self._classes[priority].values()]
            for turn in range(max(map(len, lists))):
                yield from (items[turn] for items in lists if turn < len(items))

    def __len__(self) -> int:
        return sum(len(items) for visitors in self._classes.values() for items in visitors.values())
