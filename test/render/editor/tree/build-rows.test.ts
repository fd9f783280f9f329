import { describe, expect, test } from "vitest";
import { currentCluster } from "../../../../shared/model/kubectl-command.ts";
import { describeObject } from "../../../../shared/model/next-step.ts";
import type { Related, Report, RootNode } from "../../../../shared/model/report.ts";
import { typedSteps } from "../../../../shared/outline/next-command.ts";
import { renderMarkdownParts } from "../../../../shared/render/editor/hover/markdown-parts.ts";
import { buildTreeRows, type TreeOptions } from "../../../../shared/render/editor/tree/build-rows.ts";
import { rowsTo } from "../../../../shared/render/editor/tree/find-row.ts";
import type { OutlineRow } from "../../../../shared/render/editor/tree/row.ts";
import { rememberReport } from "../../../../shared/timeline/condition-history.ts";
import { readGoldenCase, sentences } from "../../../golden/recorded.ts";
import { aggregateAndPrint } from "../../../printed.ts";
import { randomFrom } from "../../../random.ts";
import { countReads } from "../../../reads.ts";
import {
  component,
  condition,
  finding,
  hyperconverged,
  namespace,
  now,
  refOf,
  report,
  root,
  workloadBelow,
} from "../../build.ts";
import { hostileReport } from "../../hostile-report.ts";
import { samples } from "../../samples.ts";

/** `✗ label · description`, indented by depth. */
function drawRows(rows: readonly OutlineRow[], depth = 0): readonly string[] {
  return rows.flatMap(({ mark, label, description, children }) => [
    `${"  ".repeat(depth)}${mark} | ${label} | ${description}`.trimEnd(),
    ...drawRows(children(), depth + 1),
  ]);
}

function flattenRows(rows: readonly OutlineRow[]): readonly OutlineRow[] {
  return rows.flatMap((row) => [row, ...flattenRows(row.children())]);
}

function ids(rows: readonly OutlineRow[]): readonly string[] {
  return flattenRows(rows).map(({ id }) => id);
}

function find(rows: readonly OutlineRow[], label: string): OutlineRow {
  const found = flattenRows(rows).find((row) => row.label === label);
  if (found === undefined) throw new Error(`no row ${label}`);
  return found;
}

const anHourLater = (sample: Report): Report => ({
  ...sample,
  takenAt: new Date(Date.parse(sample.takenAt) + 3_600_000).toISOString(),
});
const crashing = samples["a crashing container below CDI"] as Report;

describe("the outline of a Report, for a tree", () => {
  test("a component that reports healthy has the warning about its workload, and still counts as healthy", () => {
    const handler = { ...refOf("KubeVirt"), group: "apps", kind: "DaemonSet", name: "virt-handler" };
    const evidence = { code: "workload-not-ready", component: "KubeVirt", ready: 2, wanted: 3 } as const;
    const rows = buildTreeRows(
      report([root({ children: [component("KubeVirt", "healthy", "v1"), component("CDI", "healthy", "v1")] })], {
        findings: [finding("warning", evidence, handler)],
      }),
    );
    expect(find(rows, "Components")).toMatchObject({ mark: "remark", description: "2 healthy, 1 with a warning" });
    const kubeVirt = find(rows, "KubeVirt");
    expect(kubeVirt).toMatchObject({
      mark: "remark",
      description: "healthy 3d4h, v1: DaemonSet virt-handler 2/3 ready",
    });
    expect(find(rows, "CDI").mark).toBe("good");
  });

  test.for(Object.entries(samples))("%s", async ([name, sample]) => {
    const rows = buildTreeRows(sample);
    await expect(`${drawRows(rows).join("\n")}\n`).toMatchFileSnapshot(
      `golden/${name.replaceAll(" ", "-")}.outline.txt`,
    );
    expect(new Set(ids(rows)).size).toBe(ids(rows).length);
  });

  test.for(Object.entries(samples))(
    "a row keeps its id when only time passes, and its label but for roots and notes: %s",
    ([, sample]) => {
      const listNames = (one: Report): readonly string[] =>
        flattenRows(buildTreeRows(one)).map(({ id, label, context }) =>
          context.includes("root") || context.includes("finding") ? id : `${id} ${label}`,
        );
      expect(listNames(anHourLater(sample))).toEqual(listNames(sample));
    },
  );

  test("a component that a HyperConverged left behind has its own name, not its kind twice", () => {
    const rootAlone = (label: string): RootNode => root({ label, ref: refOf(label), profile: "generic" });
    const rows = buildTreeRows(report([rootAlone("AAQ"), rootAlone("SSP")]));
    expect(rows.map(({ description }) => description)).toEqual([
      `AAQ ${refOf("AAQ").name}`,
      `SSP ${namespace}/${refOf("SSP").name}`,
    ]);
  });

  test("ids begin with the key of their place", () => {
    expect(ids(buildTreeRows(crashing, { key: "prod" })).filter((id) => !id.startsWith("prod/"))).toEqual([]);
  });

  test("containers, which have no object but their Pod, have each an id of its own", () => {
    const pod = workloadBelow("pod", "p", "degraded");
    const containers = ["a", "b"].map((name) => workloadBelow("container", name, "degraded", { ref: pod.ref }));
    const cdi = component("CDI", "degraded", "v1", { children: [{ ...pod, children: containers }] });
    const some = ids(buildTreeRows(report([root({ children: [cdi] })])));
    expect(new Set(some).size).toBe(some.length);
  });

  test("ages count from the time that is given", () => {
    const descriptionAt = (minutes: number): string =>
      find(buildTreeRows(crashing, { now: Date.parse(now) / 1000 + minutes * 60 }), "Available").description;
    expect([descriptionAt(0), descriptionAt(30)]).toEqual([
      "False · 14m CDINotAvailable",
      "False · 44m CDINotAvailable",
    ]);
  });
});

describe("what a screen reader says of a row", () => {
  test.for<readonly [label: string, spoken: string]>([
    ["unavailable for 14m", "kubevirt-hyperconverged, HyperConverged, unavailable for 14 minutes"],
    ["CDI", "CDI, bad, container cdi-controller CrashLoopBackOff (exit 1, 7 restarts), unavailable for 14 minutes"],
    ["NetworkAddonsConfig", "NetworkAddonsConfig, component, healthy 3 days 4 hours, v0.102.0"],
    ["Available", "Available, condition, False, bad, 14 minutes CDINotAvailable"],
    ["Created", "Created, condition, True"],
    ["Deployment cdi-deployment", "Deployment cdi-deployment, bad, 0 of 1 ready, for 14 minutes"],
    ["container cdi-controller", "container cdi-controller, bad, CrashLoopBackOff, exit 1, 7 restarts, for 14 minutes"],
    ["Upgrade", "Upgrade, should wait for KubeVirt, CDI, SSP, warning"],
    ["Related objects", "Related objects, 2, 1 deleted, warning"],
  ])("%s", ([label, spoken]) => {
    expect(find(buildTreeRows(crashing), label).spoken).toBe(spoken);
  });

  test.for(Object.entries(samples))("no sign in it that a row of ours draws: %s", ([, sample]) => {
    expect(
      flattenRows(buildTreeRows(sample)).filter(({ spoken }) => spoken === "" || / · | -> |\d\/\d+ ready/.test(spoken)),
    ).toEqual([]);
  });

  test("a component that runs another version than it should says so", () => {
    const [, component] = flattenRows(buildTreeRows(crashing)).filter(({ label }) => label === "KubeVirt");
    expect(component?.spoken).toContain("v1.8.0 to v1.8.1");
  });
});

describe("what menus go by", () => {
  test.for<readonly [label: string, context: string]>([
    ["unavailable for 14m", "root object unhealthy"],
    ["CDI", "cause culprit component object unhealthy hasLogs"],
    ["Show the log of the container's last run", "step"],
    ["container cdi-controller", "cause container object unhealthy hasLogs"],
    ["NetworkAddonsConfig", "component object"],
    ["Deployment cdi-apiserver", "workload object"],
    ["Available", "condition"],
  ])("%s", ([label, context]) => {
    expect(find(buildTreeRows(crashing), label).context.join(" ")).toBe(context);
  });

  test("a container names what kubectl logs needs, of one that crashed the log before", () => {
    expect(find(buildTreeRows(crashing), "container cdi-controller").logs).toEqual({
      namespace: "kubevirt-hyperconverged",
      pod: "cdi-deployment-7d9c5f6b8d-x2x4k",
      container: "cdi-controller",
      isPrevious: true,
    });
  });
});

test("a thousand causes are pages of a hundred rows", () => {
  const [of] = crashing.roots;
  const [first] = of?.causes ?? [];
  if (of === undefined || first === undefined) throw new Error("no cause");
  const causes = Array.from({ length: 1000 }, (_, index) => {
    const component = `part-${index}`;
    return { ...first, component, path: [of.label, component] };
  });
  const [row] = buildTreeRows({ ...crashing, roots: [{ ...of, causes }] });
  const pages = row?.children().filter(({ context }) => context.includes("page"));
  expect(pages).toHaveLength(10);
  expect(pages?.[0]?.children()).toHaveLength(100);
});

describe("copying a row copies", () => {
  test.for<readonly [label: string, copied: string]>([
    ["unavailable for 14m", "HyperConverged kubevirt-hyperconverged: unavailable for 14m · prod"],
    ["CDI", "CDI: container cdi-controller CrashLoopBackOff (exit 1, 7 restarts) · unavailable for 14m"],
    [
      "Show its conditions and events",
      "kubectl --context prod describe pod cdi-deployment-7d9c5f6b8d-x2x4k -n kubevirt-hyperconverged",
    ],
    ["Available", "Available: False · 14m CDINotAvailable"],
  ])("%s", ([label, copied]) => {
    const rows = buildTreeRows(crashing, { place: "prod", reach: { flags: ["--context", "prod"] } });
    expect(find(rows, label).copied).toBe(copied);
  });
});

describe("the row of a command that changes the cluster says what the command does", () => {
  test("of the operator that is scaled to zero", () => {
    const rows = buildTreeRows(
      aggregateAndPrint(readGoldenCase("the-operator-is-scaled-to-zero-and-its-deployment-reports-available")),
    );
    expect(find(rows, "Start it again").copied).toMatch(/^kubectl scale --replicas=1 /);
  });

  test.for(sentences)("all others show something: %s", (sentence) => {
    const { roots, findings } = aggregateAndPrint(readGoldenCase(sentence));
    const steps = [...roots.flatMap(({ causes }) => causes), ...findings].flatMap(({ next }) => next);
    for (const { command, action } of typedSteps(steps, currentCluster)) {
      expect(action === undefined, command).toBe(/^kubectl (get|describe|logs|hco-status) /.test(command));
    }
  });
});

describe("a deleted root is shown as deleted", () => {
  const before = rememberReport(undefined, crashing);
  const anHourLater = (minutes: number, part: Partial<Report> = {}): readonly string[] => {
    const takenAt = new Date(Date.parse(now) + 60_000).toISOString().replace(".000Z", "Z");
    const after = rememberReport(before, report([], { takenAt, ...part }));
    const rows = buildTreeRows(after.report, {
      deletions: after.deletions,
      place: "prod",
      now: Date.parse(takenAt) / 1000 + minutes * 60,
    });
    return drawRows(rows);
  };

  test("for an hour", () => {
    expect(anHourLater(3)).toEqual(["remark | deleted 3m ago | prod · HyperConverged kubevirt-hyperconverged"]);
    expect(anHourLater(61)).toEqual([]);
  });

  test("a deleted root that is now a part of another root is not shown as deleted", () => {
    const part = component("KubeVirt", "healthy", "v1");
    const alone = rememberReport(undefined, report([{ ...root({}), ref: part.ref, label: part.label }]));
    const gone = rememberReport(alone, report([]));
    expect(gone.deletions).toHaveLength(1);
    const rows = buildTreeRows(report([root({ children: [part] })]), { deletions: gone.deletions });
    expect(drawRows(rows).filter((row) => row.includes("deleted"))).toEqual([]);
  });

  test("a deleted root whose kind could not be read is not shown as deleted", () => {
    const gap = { outcome: "forbidden", verb: "list", group: "hco.kubevirt.io", kind: "HyperConverged" } as const;
    const { completeness } = report([]);
    expect(anHourLater(3, { completeness: { ...completeness, gaps: [{ ...gap, required: true }] } })).toEqual([]);
  });
});

const unhealthyReport: Report = report([
  root({
    children: [component("CDI", "degraded", "v1"), component("SSP", "healthy", "v1")],
    conditions: [condition("Available", "T", 3)],
  }),
]);

describe("healthy rows are hidden on request, and named", () => {
  const options: TreeOptions = { isUnhealthyOnly: true };

  test("below a root, and below its components", () => {
    expect(drawRows(buildTreeRows(unhealthyReport, options))).toEqual([
      "bad | degraded | kubevirt-hyperconverged",
      "  bad | CDI | reports no conditions · degraded",
      "    none | Show why it does not update the status | kubectl logs -n kubevirt-hyperconverged deployment/cdi-operator --tail=100",
      "    none | Show its conditions and events | kubectl describe cdi cdi-kubevirt-hyperconverged",
      "  bad | Components | 1 of 2 unhealthy",
      "    bad | CDI | degraded, v1: no conditions",
      "    none | Hidden | 1 as expected: SSP",
      "  none | Hidden | 2 as expected: Conditions, Upgrade",
    ]);
  });

  test("roots", () => {
    expect(drawRows(buildTreeRows(report([root({})]), options))).toEqual([
      "none | Hidden | 1 as expected: kubevirt-hyperconverged",
    ]);
  });
});

const manyRelated = (number: number): readonly Related[] =>
  Array.from({ length: number }, (_, index) => ({
    ref: {
      group: "",
      kind: index % 2 === 0 ? "ConfigMap" : "Service",
      namespace: "n",
      name: `o-${String(index).padStart(4, "0")}`,
    },
    recorded: { uid: "u", resourceVersion: "1" },
    ...(index === 7 ? { state: "gone" } : { state: "same", current: { uid: "u", resourceVersion: "1" } }),
  }));

describe("related objects are parted by kind, and many of a kind into pages", () => {
  const rows = buildTreeRows(report([root({ related: manyRelated(5000) })]));

  test("what is not as recorded first", () => {
    const group = find(rows, "Related objects");
    expect(group.children().map(({ label, description }) => `${label} ${description}`)).toEqual([
      "ConfigMap 2500",
      "Service 2500, 1 deleted",
    ]);
    const [first] = group.children()[1]?.children() ?? [];
    expect(`${first?.label} ${first?.description}`).toBe("from 1 1 of 100 not as expected");
    expect(
      first
        ?.children()
        .slice(0, 2)
        .map(({ label, description }) => `${label} ${description}`),
    ).toEqual(["n/o-0007 deleted", "n/o-0001 unchanged"]);
  });

  test("no place has more than a hundred rows, and each object is there once", () => {
    expect(Math.max(...flattenRows(rows).map(({ children }) => children().length))).toBe(100);
    const named = flattenRows(rows).filter(({ context }) => context.includes("related"));
    expect(new Set(named.map(({ ref }) => ref?.name)).size).toBe(5000);
  });

  test("5,000 of them: the tree is made, and opened down to a page, with few looks at each", () => {
    const { value, reads } = countReads(report([root({ related: manyRelated(5000) })]));
    const group = buildTreeRows(value)[0]
      ?.children()
      .find(({ label }) => label === "Related objects");
    const page = group?.children()[0]?.children()[0];
    expect(page?.children().length).toBe(100);
    expect(reads()).toBeLessThan(5000 * 100);
  });
});

describe("the timeline is what changed lately, newest first", () => {
  const descriptionAt = (minute: number): string => `2026-11-21T06:${String(minute).padStart(2, "0")}:00Z`;
  const reportAt = (minute: number, verdict: "healthy" | "progressing" | "degraded"): Report =>
    report([root({ children: [component("KubeVirt", verdict, "v1", { conditions: [] })] })], {
      takenAt: descriptionAt(minute),
    });
  const history = [reportAt(0, "progressing"), reportAt(5, "healthy"), reportAt(9, "degraded")].reduce(
    rememberReport,
    undefined as ReturnType<typeof rememberReport> | undefined,
  );

  test("with the age of each, whatever is so now", () => {
    const rows = buildTreeRows(reportAt(12, "degraded"), { transitions: history?.transitions ?? [] });
    const timeline = find(rows, "Timeline");
    expect(timeline.description).toBe("last 3m ago");
    const reported = timeline
      .children()
      .filter(({ label }) => label.startsWith("KubeVirt"))
      .map((row) => `${row.label} · ${row.description}`);
    expect(reported).toEqual(["KubeVirt: healthy -> degraded · 3m", "KubeVirt: progressing -> healthy · 7m"]);
    expect(
      find(buildTreeRows(reportAt(9, "degraded"), { transitions: history?.transitions ?? [] }), "Timeline").description,
    ).toBe("last just now");
    expect(timeline.children().map(({ spoken }) => spoken)).toContain(
      "KubeVirt: healthy to degraded, change, 3 minutes ago",
    );
  });

  test("of several roots each its own", () => {
    const other = root({ label: "b", ref: { ...hyperconverged, name: "b" } });
    const two: Report = { ...reportAt(12, "degraded"), roots: [...reportAt(12, "degraded").roots, other] };
    const rows = buildTreeRows(two, { transitions: history?.transitions ?? [] });
    expect(rows.map(({ children }) => children().some(({ label }) => label === "Timeline"))).toEqual([true, false]);
  });
});

test("the name of a context acts in no command that a row offers, of roots and beside them", () => {
  const beside = finding("warning", { code: "damaged-input", where: "a.yaml", cause: "not YAML" }, refOf("AAQ"));
  const [sick] = crashing.roots;
  if (sick === undefined) throw new Error("no root");
  const two = [sick, root({ label: "b", ref: { ...hyperconverged, name: "b" } })];
  const findings = [...crashing.findings, { ...beside, next: describeObject(refOf("AAQ")) }];
  const rows = buildTreeRows(report(two, { findings }), { reach: { flags: ["--context", "prod\u202e\u001b[2J"] } });
  expect(flattenRows(rows).some(({ id }) => id.includes("damaged-input"))).toBe(true);
  const texts = flattenRows(rows).map((row) => `${row.copied} ${row.description} ${renderMarkdownParts(row.hint())}`);
  expect(texts.some((text) => text.includes("kubectl --context"))).toBe(true);
  expect(texts.filter((text) => /[\u001b\u202e]/.test(text))).toEqual([]);
});

describe("hostile text acts nowhere in the tree", () => {
  test.for(Array.from({ length: 60 }, (_, seed) => seed))("seed %i", (seed) => {
    const sample = hostileReport(randomFrom(seed));
    const history = rememberReport(rememberReport(undefined, samples["all well"] ?? crashing), sample);
    for (const row of flattenRows(buildTreeRows(sample, { transitions: history.transitions }))) {
      const texts = [row.label, row.description, row.spoken, ...row.context, JSON.stringify(row.ref ?? {})];
      expect(texts.join("")).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u);
      expect(row.context.filter((token) => /\s/.test(token))).toEqual([]);
      expect(row.description.length).toBeLessThanOrEqual(1000);
      expect(renderMarkdownParts(row.hint())).not.toMatch(/\]\(command:|<(script|img)/);
    }
  });
});

test("a tooltip says what a condition means, since when, its whole message, and who contributes", () => {
  const explainWord = (word: string): string | undefined =>
    word === "Available" ? "whether it can be used" : undefined;
  const text = renderMarkdownParts(find(buildTreeRows(crashing, { meaning: explainWord }), "Available").hint());
  expect(text).toContain("**Available=False** for 14m (since 2026-11-21 05:59:18 UTC) (unhealthy)");
  expect(text).toContain("whether it can be used");
  expect(text).toContain("`CDINotAvailable` (no message)");
  expect(text).toMatch(/Contributing components:\n\n- \*\*CDI\*\*/);
});

test("a tooltip says each name once, and of a version that it is one", () => {
  const hintOf = (label: string): string => renderMarkdownParts(find(buildTreeRows(crashing), label).hint());
  const [head = ""] = hintOf("unavailable for 14m").split("\n");
  expect(head).toContain("**HyperConverged kubevirt-hyperconverged** unavailable for 14m (since ");
  expect(hintOf("unavailable for 14m")).toContain("namespace kubevirt-hyperconverged");
  expect(hintOf("unavailable for 14m").split("HyperConverged kubevirt")).toHaveLength(2);
  expect(hintOf("NetworkAddonsConfig")).toMatch(/^\*\*NetworkAddonsConfig\*\* [^\n]*\n\nNetworkAddonsConfig \S/);
  expect(hintOf("NetworkAddonsConfig")).toContain("version v0");
});

describe("the way down to an object", () => {
  test.for<readonly [kind: string, labels: readonly string[]]>([
    ["HyperConverged", ["unavailable for 14m"]],
    ["CDI", ["unavailable for 14m", "Components", "CDI"]],
    ["Nothing", []],
  ])("%s", ([kind, labels]) => {
    const ref = kind === "HyperConverged" ? hyperconverged : refOf(kind);
    expect(rowsTo(buildTreeRows(crashing), ref).map(({ label }) => label)).toEqual(labels);
  });
});
