# Figures and ratios with their intervals from results/runs.csv, as docs/reference/statistics.md describes them. Python 3 alone.
import csv
from math import exp, isfinite, lgamma, log, pi, sqrt
from statistics import mean, median, variance

GROUP = ["phase", "threads", "value_size_bytes", "durability", "runner", "machines", "memory"]
CELL = GROUP + ["database", "medium", "place", "log_place"]

def quantile(freedom):
    """The point that Student's distribution exceeds in 2.5 % of all cases."""
    scale = exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(freedom * pi)
    def inside(reach, steps=200):  # by Simpson's rule over x = reach * u^2
        def density(u):
            return scale * (1 + (reach * u * u) ** 2 / freedom) ** (-(freedom + 1) / 2) * 2 * reach * u
        return (sum((4 if i % 2 else 2) * density(i / steps) for i in range(1, steps)) + density(1)) / 3 / steps
    low, high = 1.0, 20.0
    for _ in range(45):
        middle = (low + high) / 2
        low, high = (middle, high) if inside(middle) < 0.475 else (low, middle)
    return low

def within(rows):
    """Variance of the mean of iterations, and its degrees of freedom."""
    some = [x for x in rows if len(x) > 2]
    if not some:
        return 0, 0
    off = [[y - mean(x) for y in x] for x in some]
    squares = sum(y * y for x in off for y in x)
    lag = sum(a * b for x in off for a, b in zip(x, x[1:])) / squares if squares else 0
    worth = (1 - min(0.9, max(0, lag))) / (1 + min(0.9, max(0, lag)))
    return sum(variance(x) / len(x) for x in some) / worth / len(rows), worth * sum(len(x) - 1 for x in some)

def satterthwaite(parts):
    total = sum(value for value, _, _ in parts)
    weight = sum(guess ** 2 / freedom for _, guess, freedom in parts if freedom)
    return total, max(1, total ** 2 / weight) if weight else 1

def interval(middle, square, freedom, count):
    reach = quantile(freedom) * sqrt(square) if count > 1 and square else 0
    return exp(middle), exp(middle - reach), exp(middle + reach)

class Group:
    """Cells with equal conditions in one phase: name to {invocation: (log rate, shares of iterations)}."""
    def __init__(self, cells):
        self.cells, self.wild = cells, set()
        self.alone = len(cells) == 1
        self.fit()

    def fit(self):
        calm = [c for c in self.cells if c not in self.wild]
        self.calm = calm if len(calm) > 1 else list(self.cells)
        self.effect = {v: 0.0 for c in self.cells.values() for v in c}
        for _ in range(0 if self.alone else 50):
            off = {c: mean(x - self.effect[v] for v, (x, _) in self.cells[c].items()) for c in self.calm}
            for v in {v for c in self.calm for v in self.cells[c]}:
                self.effect[v] += mean(self.cells[c][v][0] - self.effect[v] - off[c] for c in self.calm if v in self.cells[c])
        self.square = {c: self.share(c) * variance(x - self.effect[v] for v, (x, _) in self.cells[c].items())
                       for c in self.cells if len(self.cells[c]) > 1}
        self.within = {c: self.beside(c) for c in self.cells}

    def share(self, c):
        return 1 if self.alone or c not in self.calm else len(self.calm) / (len(self.calm) - 1)

    def beside(self, c):
        rows = []
        for v, (_, own) in self.cells[c].items():
            others = [] if self.alone else [self.cells[d][v][1] for d in self.calm if v in self.cells[d]]
            rows.append([x - mean(o) for x, *o in zip(own, *others)] if others else own)
        w, freedom = within(rows)
        return w * self.share(c), freedom

class Scatter:
    """The scatter from run to run of groups whose cells have peers, or are all alone."""
    def __init__(self, groups):
        self.groups = groups
        while True:
            regular = [(g, c) for g in groups for c in g.square if c not in g.wild]
            rough = max(0, median([g.square[c] / (1 - 2 / (9 * (len(g.cells[c]) - 1))) ** 3 - g.within[c][0]
                                   for g, c in regular] or [0]))
            def excess(pair):
                g, c = pair
                limit = {1: 10.83, 2: 6.91, 3: 5.42, 4: 4.62, 5: 4.10}.get(len(g.cells[c]) - 1, 4)
                return g.square[c] / (rough + g.within[c][0]) / limit if g.square[c] > 0.05 ** 2 and rough + g.within[c][0] else 0
            worst = max(regular, key=excess, default=None)
            if worst is None or excess(worst) <= 1:
                break
            worst[0].wild.add(worst[1])
            worst[0].fit()
        known = [(g.square[c], g.within[c][0], len(g.cells[c]) - 1) for g, c in regular]
        weights = lambda guess: [f / (guess + w) ** 2 if guess + w else 0 for _, w, f in known]
        self.between = max(0, mean([s - w for s, w, _ in known] or [0]))
        for _ in range(50):
            some = weights(self.between)
            if sum(some):
                self.between = max(0, sum(u * (s - w) for u, (s, w, _) in zip(some, known)) / sum(some))
        some = sum(weights(self.between))
        self.total = sqrt(sum(f for _, _, f in known) / some) if some else 0
        lives = {}
        for g in groups:
            lives.setdefault(g.life, max(1, len(g.cells) - 1) * (len(g.effect) - 1))
        seen = sum(len(g.square) for g in groups)
        self.freedom = max(1, sum(lives.values()) * len(regular) / seen) if seen else 0

    def own(self, g, c):
        """The scatter of a cell between invocations."""
        square = g.square.get(c, 0)
        return (square, square, len(g.cells[c]) - 1) if c in g.wild else (self.between, self.total, self.freedom)

    def inside(self, g, c):
        """The scatter of its iterations; that of an outlier is in its own."""
        return (0, 0, 0) if c in g.wild else (g.within[c][0], *g.within[c])

    def noise(self, g):
        """What cells add to the variance of the effect of an invocation."""
        return mean(self.between + g.within[c][0] for c in g.calm) / len(g.calm)

    def figure(self, g, c):
        values = [x for x, _ in g.cells[c].values()]
        parts = [self.own(g, c), self.inside(g, c)]
        if not g.alone:
            seen = variance(g.effect.values()) if len(g.effect) > 1 else 0
            parts.append((max(0, seen - self.noise(g)), seen, len(g.effect) - 1))
        total, freedom = satterthwaite(parts)
        return interval(mean(values), total / len(values), freedom, len(values))

    def ratio(self, g, a, b):
        common = [v for v in g.cells[a] if v in g.cells[b]]
        logs = [g.cells[a][v][0] - g.cells[b][v][0] for v in common]
        wild = [c for c in (a, b) if c in g.wild]
        if len(wild) == 2 or len(logs) < 2:
            total, freedom = (variance(logs), len(logs) - 1) if len(logs) > 1 else (0, 1)
        elif wild:
            total, freedom = satterthwaite([self.own(g, a), self.own(g, b), self.inside(g, a), self.inside(g, b)])
        else:
            w, known = within([[x - y for x, y in zip(g.cells[a][v][1], g.cells[b][v][1])] for v in common])
            total, freedom = satterthwaite([(2 * self.between, 2 * self.total, self.freedom), (w, w, known)])
        return interval(mean(logs), total / len(logs), freedom, len(logs))

    def across(self, g, a, h, b):
        """The ratio of cells of two kinds."""
        logs = [g.cells[a][v][0] - h.cells[b][v][0] for v in g.cells[a] if v in h.cells[b]]
        effects = [g.effect[v] - h.effect[v] for v in g.effect if v in h.effect]
        if len(logs) < 2:
            return interval(mean(logs), 0, 1, len(logs))
        seen = variance(effects)
        total, freedom = satterthwaite([
            (max(0, seen - self.noise(g) - self.noise(h)), seen, len(logs) - 1), self.own(g, a), self.own(h, b),
            self.inside(g, a), self.inside(h, b)])
        return interval(mean(logs), total / len(logs), freedom, len(logs))

with open("results/runs.csv", newline="") as file:
    runs = [run for run in csv.DictReader(file) if run["phase"] != "restart"]
# A cell with an INVALID run, or one without operations, has no figures here.
broken = {tuple(run[key] for key in CELL) for run in runs if float(run["throughput_ops_s"] or 0) == 0}
served = {tuple(run[key] for key in CELL) for run in runs if run["server_cpu_us_per_op"]}
groups = {}
for run in runs:
    cell = tuple(run[key] for key in CELL)
    if cell not in broken:
        rates = [float(x) for x in run["iterations_ops_s"].split()]
        shares = [x / mean(rates) for x in rates] if sum(rates) else []
        cells = groups.setdefault(tuple(run[key] for key in GROUP), {})
        cells.setdefault(cell, {})[int(run["invocation"])] = (log(float(run["throughput_ops_s"])), shares)

figures, ratios = {}, {}
def estimate(groups):
    for load in (True, False):
        for alone in (True, False):
            some = []
            for key, cells in groups.items():
                if (key[0] == "load", len(cells) == 1) == (load, alone):
                    some.append(Group(cells))
                    some[-1].key, some[-1].life = key, key[1:]
            scatter = Scatter(some)
            for group in some:
                for a in group.cells:
                    figures[a] = scatter.figure(group, a)
                    ratios.update({(a, b): scatter.ratio(group, a, b) for b in group.cells if a != b})
                for other in some:
                    if group is not other and group.key[:len(GROUP)] == other.key[:len(GROUP)]:
                        ratios.update({(a, b): scatter.across(group, a, other, b) for a in group.cells for b in other.cells
                                       if set(group.cells[a]) & set(other.cells[b])})

estimate(groups)
kinds = {}
for key, cells in groups.items():  # servers among servers, and stores in the client's process among such
    for cell in cells:
        kinds.setdefault(key + (cell in served,), {})[cell] = cells[cell]
estimate({key: cells for key, cells in kinds.items() if len(cells) > 1})

for cell, (figure, low, high) in figures.items():
    print("%s: %.0f [%.0f to %.0f]" % (", ".join(filter(None, cell)), figure, low, high))
