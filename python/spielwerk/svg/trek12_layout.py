"""Where the circles of a Trek 12 board are drawn, in units of the distance of two touching circles.

A board file may give no coordinates, or useless ones; then a plane picture of the graph is found.
"""

from collections.abc import Mapping
from typing import Any

from spielwerk.svg.layout import Edge, Point, distance_to_line, edge_lines, found_places, given_places

__all__ = ["Point", "distance_to_line", "edge_lines", "edges_of", "place_circles"]


def edges_of(board: Mapping[str, Any]) -> list[Edge]:
    """The adjacency edges with the smaller id first, ascending."""
    return sorted((min(a, b), max(a, b)) for a, b in board["edges"])


def place_circles(board: Mapping[str, Any]) -> list[Point]:
    """A place for each circle by id: the given one if every circle has coordinates that can be drawn, else one found by
    the graph alone.
    """
    edges = edges_of(board)
    circles = sorted(board["circles"], key=lambda circle: int(circle["id"]))
    if all(circle.get("x") is not None and circle.get("y") is not None for circle in circles):
        given = given_places([(float(circle["x"]), float(circle["y"])) for circle in circles], edges)
        if given is not None:
            return given
    return found_places(len(circles), edges, sorted(board.get("start") or ()))
