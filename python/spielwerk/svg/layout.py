"""Places of the nodes of a graph in the plane, in units of about the length of an edge, and lines between them.

Places are given, or else found: distances on paper follow the distances in the graph, neighbours end up about one unit
apart. The same graph always gets the same places.
"""

import functools
import itertools
import math
import statistics
from collections.abc import Sequence

__all__ = ["APART", "Edge", "Point", "distance_to_line", "edge_lines", "found_places", "given_places"]

Point = tuple[float, float]
Edge = tuple[int, int]

APART = 0.95
"""No two nodes of the picture are nearer to each other than this."""
_WIDEST = 16.0
"""Given coordinates that need more room than this are not used."""
_CLEAR = 0.56
"""A line nearer to the middle of a third node than this would seem to lead there."""
_CROWDED = 90
"""Graphs with more edges than this are not worth the work of keeping lines and nodes apart."""


def edge_lines(places: Sequence[Point], edges: Sequence[Edge]) -> dict[Edge, list[Point]]:
    """The line of each edge."""
    lines = _edge_lines(tuple(places), tuple(edges))
    return {edge: list(line) for edge, line in zip(edges, lines, strict=True)}


@functools.lru_cache(maxsize=32)
def _edge_lines(places: tuple[Point, ...], edges: tuple[Edge, ...]) -> tuple[tuple[Point, ...], ...]:
    return tuple(tuple(_edge_line(places, edge)) for edge in edges)


def _edge_line(places: Sequence[Point], edge: Edge) -> list[Point]:
    """The points of the line of an edge, from the middle of one node to the middle of the other: straight, or bowed
    around nodes in between.
    """
    a, b = (places[end] for end in edge)
    others = [place for node, place in enumerate(places) if node not in edge]
    best, widest = [a, b], -1.0
    length = math.dist(a, b)
    normal = ((a[1] - b[1]) / length, (b[0] - a[0]) / length)
    for bow in (0.0, 0.8, -0.8, 1.4, -1.4, 2.2, -2.2):
        line = [a, b] if bow == 0 else _bowed(a, b, (normal[0] * bow, normal[1] * bow))
        room = min(
            (distance_to_line(place, p, q) for place in others for p, q in itertools.pairwise(line)),
            default=math.inf,
        )
        if room >= _CLEAR:
            return line
        if room > widest + 0.05:
            best, widest = line, room
    return best


def _bowed(a: Point, b: Point, shift: Point) -> list[Point]:
    control = ((a[0] + b[0]) / 2 + shift[0], (a[1] + b[1]) / 2 + shift[1])
    steps = 16
    line = []
    for step in range(steps + 1):
        t = step / steps
        near, middle, far = (1 - t) ** 2, 2 * t * (1 - t), t * t
        line.append(
            (
                near * a[0] + middle * control[0] + far * b[0],
                near * a[1] + middle * control[1] + far * b[1],
            )
        )
    return line


def distance_to_line(point: Point, a: Point, b: Point) -> float:
    """Distance of a point from a line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square
    t = max(0.0, min(1.0, t))
    return math.hypot(point[0] - a[0] - t * dx, point[1] - a[1] - t * dy)


def given_places(places: Sequence[Point], edges: Sequence[Edge], widest: float = _WIDEST) -> list[Point] | None:
    """Given places, stretched to the right size if they are in another unit; None if they lie upon each other or need
    more room than ``widest``.
    """
    if not all(abs(value) < 1e12 for place in places for value in place):
        return None
    nearest = min(math.dist(p, q) for p, q in itertools.combinations(places, 2))
    usual = statistics.median(math.dist(places[a], places[b]) for a, b in edges)
    if nearest < 1e-6 or usual < 1e-6:
        return None
    stretch = max(1 / usual, APART / nearest)
    if 0.94 < stretch < 1.06 and nearest >= APART:
        stretch = 1.0
    reach = max(max(axis) - min(axis) for axis in zip(*places, strict=True))
    return [(x * stretch, y * stretch) for x, y in places] if reach * stretch <= widest else None


def found_places(count: int, edges: Sequence[Edge], start: Sequence[int] = ()) -> list[Point]:
    """Places by the graph alone; the nodes of ``start`` are below."""
    return list(_found(count, tuple(edges), tuple(start)))


@functools.lru_cache(maxsize=32)
def _found(count: int, edges: tuple[Edge, ...], start: tuple[int, ...]) -> tuple[Point, ...]:
    """The best of several attempts."""
    steps = _graph_distances(count, edges)
    # Where many lines meet, wider gaps let them be seen.
    apart = 1 + max(0.0, min(0.5, (len(edges) / count - 2.2) / 2))
    guesses = [
        _stretched(_first_guess(number, steps), steps, bend)
        for number, bend in itertools.product(range(3), (1.0, 0.72))
    ]
    ranked = sorted(range(len(guesses)), key=lambda k: (round(_ugliness(_separated(guesses[k], 1), edges), 6), k))
    attempts: list[tuple[float, int, list[Point]]] = []
    for k in ranked[:2]:
        places = _upright(_separated(_relaxed(guesses[k], edges, apart), apart), start)
        attempts.append((round(_ugliness(places, edges), 6), k, places))
    return tuple(min(attempts)[2])


def _graph_distances(count: int, edges: tuple[Edge, ...]) -> list[list[int]]:
    neighbours: list[list[int]] = [[] for _ in range(count)]
    for a, b in edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    table = []
    for source in range(count):
        steps = [count] * count
        steps[source] = 0
        queue = [source]
        for node in queue:
            for neighbour in neighbours[node]:
                if steps[neighbour] == count and neighbour != source:
                    steps[neighbour] = steps[node] + 1
                    queue.append(neighbour)
        table.append(steps)
    return table


def _first_guess(number: int, steps: list[list[int]]) -> list[Point]:
    """Three ways to begin: on a ring in the order of distance from one end, on a spiral, or by the distances from three
    far corners.
    """
    count = len(steps)
    one = max(range(count), key=lambda node: (steps[0][node], -node))
    two = max(range(count), key=lambda node: (steps[one][node], -node))
    three = max(range(count), key=lambda node: (min(steps[one][node], steps[two][node]), -node))
    order = sorted(range(count), key=lambda node: (steps[one][node], steps[three][node], node))
    places: list[Point] = [(0.0, 0.0)] * count
    for rank, node in enumerate(order):
        angle = 2 * math.pi * rank / count
        if number == 0:
            places[node] = (2 * math.cos(angle), 1.6 * math.sin(angle))
        elif number == 1:
            places[node] = (0.3 * rank * math.cos(2.4 * rank), 0.3 * rank * math.sin(2.4 * rank))
        else:
            places[node] = (
                (steps[one][node] - steps[two][node]) / 2 + 0.01 * math.cos(angle),
                float(steps[three][node]) + 0.01 * math.sin(angle),
            )
    return places


def _stretched(places: list[Point], steps: list[list[int]], bend: float) -> list[Point]:
    """Stress majorisation: distances on paper follow ``steps ** bend``; below 1 long chains bend instead of reaching
    across the page.
    """
    count = len(places)
    wish = [[float(step) ** bend for step in row] for row in steps]
    weight = [[0.0 if i == j else 1 / wish[i][j] ** 2 for j in range(count)] for i in range(count)]
    total = [sum(row) for row in weight]
    for _ in range(70):
        moved = []
        for i, (x, y) in enumerate(places):
            new_x = new_y = 0.0
            for j, (other_x, other_y) in enumerate(places):
                if i != j:
                    dx, dy = x - other_x, y - other_y
                    factor = wish[i][j] / max(math.hypot(dx, dy), 1e-9)
                    new_x += weight[i][j] * (other_x + dx * factor)
                    new_y += weight[i][j] * (other_y + dy * factor)
            moved.append((new_x / total[i], new_y / total[i]))
        places = moved
    return places


def _relaxed(places: list[Point], edges: tuple[Edge, ...], apart: float) -> list[Point]:
    """Springs on the edges; nodes push away others that are too near, and lines that pass too near."""
    points = [list(place) for place in places]
    joined = set(edges)
    rounds = 100
    for number in range(rounds):
        force = [[0.0, 0.0] for _ in points]
        for i, j in itertools.combinations(range(len(points)), 2):
            dx, dy = points[j][0] - points[i][0], points[j][1] - points[i][1]
            distance = max(math.hypot(dx, dy), 1e-6)
            if (i, j) in joined:
                pull = 0.5 * (distance - apart - 0.02)
            elif distance < apart + 0.5:
                pull = 0.4 * (distance - apart - 0.5)
            else:
                continue
            _push(force, i, j, (dx * pull / distance, dy * pull / distance))
        if len(edges) <= _CROWDED and number % 2:
            for node, (a, b) in itertools.product(range(len(points)), edges):
                if node not in (a, b):
                    _keep_off(force, points, node, a, b)
        step = 0.5 * (1 - number / rounds) + 0.05
        for point, (dx, dy) in zip(points, force, strict=True):
            much = max(1.0, math.hypot(dx, dy) / 0.4)
            point[0] += step * dx / much
            point[1] += step * dy / much
    return [(x, y) for x, y in points]


def _push(force: list[list[float]], i: int, j: int, by: Point) -> None:
    force[i][0] += by[0]
    force[i][1] += by[1]
    force[j][0] -= by[0]
    force[j][1] -= by[1]


def _keep_off(force: list[list[float]], points: list[list[float]], node: int, a: int, b: int) -> None:
    (x, y), (ax, ay), (bx, by) = points[node], points[a], points[b]
    dx, dy = bx - ax, by - ay
    square = max(dx * dx + dy * dy, 1e-9)
    t = ((x - ax) * dx + (y - ay) * dy) / square
    if not 0 < t < 1:
        return
    away = (x - ax - t * dx, y - ay - t * dy)
    distance = max(math.hypot(*away), 1e-6)
    if distance < 0.75:
        push = 0.6 * (0.75 - distance) / distance
        force[node][0] += push * away[0]
        force[node][1] += push * away[1]
        for end in (a, b):
            force[end][0] -= push * away[0] / 2
            force[end][1] -= push * away[1] / 2


def _separated(places: list[Point], apart: float) -> list[Point]:
    """Pushed apart until no two are too near; what is left of it is done by stretching the whole."""
    points = [list(place) for place in places]
    for _ in range(120):
        rest = True
        for i, j in itertools.combinations(range(len(points)), 2):
            dx, dy = points[j][0] - points[i][0], points[j][1] - points[i][1]
            distance = math.hypot(dx, dy)
            if distance < apart:
                rest = False
                if distance < 1e-6:
                    dx, dy, distance = math.cos(i + 2 * j), math.sin(i + 2 * j), 1.0
                push = 0.3 * max(apart - distance, 0.02) / distance
                _push(points, i, j, (-push * dx, -push * dy))
        if rest:
            break
    nearest = min(math.dist(p, q) for p, q in itertools.combinations(points, 2))
    stretch = max(1.0, APART / max(nearest, 1e-3))
    return [(x * stretch, y * stretch) for x, y in points]


def _upright(places: list[Point], start: tuple[int, ...]) -> list[Point]:
    """Turned so that the picture is wider than high, its start (or else the greater part of it) is below, and node 0 on
    the left.
    """
    middle = [statistics.fmean(axis) for axis in zip(*places, strict=True)]
    points = [(x - middle[0], y - middle[1]) for x, y in places]
    across = sum(x * x - y * y for x, y in points)
    mixed = 2 * sum(x * y for x, y in points)
    angle = -math.atan2(mixed, across) / 2
    cos, sin = math.cos(angle), math.sin(angle)
    points = [(x * cos - y * sin, x * sin + y * cos) for x, y in points]
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    low = sum(points[node][1] for node in start) if start else -(top + bottom)
    flip_y = -1 if low < -1e-6 else 1
    flip_x = -1 if points[0][0] > 1e-6 else 1
    return [(x * flip_x, y * flip_y) for x, y in points]


def _ugliness(places: list[Point], edges: tuple[Edge, ...]) -> float:
    """Crossings, lines through third nodes, long edges, and room needed."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    cost = 0.5 * (width + height) + 2.0 * max(0.0, width - 9) + 2.0 * max(0.0, height - 6)
    cost += sum(3 * max(0.0, math.dist(places[a], places[b]) - 1.1) for a, b in edges)
    if len(edges) <= _CROWDED:
        for (a, b), (c, d) in itertools.combinations(edges, 2):
            if len({a, b, c, d}) == 4 and _cross(places[a], places[b], places[c], places[d]):
                cost += 4
        for node, (a, b) in itertools.product(range(len(places)), edges):
            if node not in (a, b) and distance_to_line(places[node], places[a], places[b]) < _CLEAR:
                cost += 6
    return cost


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
