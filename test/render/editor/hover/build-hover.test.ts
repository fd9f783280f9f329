import { describe, expect, test } from "vitest";
import type { DrivenField } from "../../../../shared/model/field-driver.ts";
import type { LinkedObject, ManifestLink } from "../../../../shared/model/manifest/link.ts";
import type { ConditionSubject, ManifestSubject } from "../../../../shared/model/manifest/subject.ts";
import type { EvaluatedCondition, Report, ReportNode, RootNode } from "../../../../shared/model/report.ts";
import { componentsDrivenBy } from "../../../../shared/profiles/hco/field-drivers.ts";
import { hoverParts } from "../../../../shared/render/editor/hover/build-hover.ts";
import type { HoverInput } from "../../../../shared/render/editor/hover/hover-input.ts";
import { renderMarkdownParts } from "../../../../shared/render/editor/hover/markdown-parts.ts";
import { randomFrom } from "../../../random.ts";
import { condition, now } from "../../build.ts";
import { hostileReport } from "../../hostile-report.ts";
import { hrefsIn, shapeOf, textIn, typesIn } from "../../markdown-shape.ts";
import { samples } from "../../samples.ts";

const document = { kind: "HyperConverged", name: "kubevirt-hyperconverged" };
const place: HoverInput["place"] = { name: "prod", isFiles: false, state: "live" };
const object: ManifestSubject = { about: "object" };

function rootOf(report: Report): RootNode {
  const [root] = report.roots;
  if (root === undefined) throw new Error("no root");
  return root;
}

function sample(name: string): Report {
  const report = samples[name];
  if (report === undefined) throw new Error(`no sample ${name}`);
  return report;
}

function linkTo(report: Report, pickNode: (root: RootNode) => ReportNode | undefined = (root) => root): LinkedObject {
  const root = rootOf(report);
  const node = pickNode(root);
  if (node === undefined) throw new Error("no such node");
  return { state: "linked", ref: node.ref, node, root };
}

/** Blocks of the hover, as a person reads them. */
function hoverBlocks(subject: ManifestSubject, link: ManifestLink, more: Partial<HoverInput> = {}): readonly string[] {
  const parts = hoverParts({
    subject,
    document,
    link,
    place,
    actions: [],
    now: Date.parse(now) / 1000,
    ...more,
  });
  return renderMarkdownParts(parts).split("\n\n").map(textIn);
}

const crashing = sample("a crashing container below CDI");
const drivenField = (path: readonly string[], version = "v1beta1"): ManifestSubject => ({
  about: "field",
  driven: componentsDrivenBy({ group: "hco.kubevirt.io", version, kind: "HyperConverged" }, [
    "spec",
    ...path,
  ]) as DrivenField,
});

describe("over the kind or the name there is the report in short", () => {
  const reveal: HoverInput["actions"] = [{ action: "reveal", command: "ours.reveal", arguments: [] }];

  test("its links call nothing of a must-gather live", () => {
    const names = ["openLive", "diff"] as const;
    const actions = names.map((action) => ({ action, command: `ours.${action}`, arguments: [] }));
    const linksOf = (isFiles: boolean): string | undefined =>
      hoverBlocks(object, linkTo(crashing), { report: crashing, place: { ...place, isFiles }, actions }).find((block) =>
        block.includes(" · Compare with"),
      );
    expect(linksOf(false)).toBe("Open live YAML · Compare with live");
    expect(linksOf(true)).toBe("Open collected YAML · Compare with collected");
  });

  test("one plain sentence is first, for screen readers", () => {
    const [sentence] = hoverBlocks(object, linkTo(crashing), { report: crashing });
    expect(sentence).toBe("HyperConverged kubevirt-hyperconverged is unavailable for 14 minutes (prod, live)");
  });

  test("then at most three causes, each with its cause and its next command, the links, the conditions", () => {
    const markdown = renderMarkdownParts(
      hoverParts({
        subject: object,
        document,
        link: linkTo(crashing),
        report: crashing,
        place,
        actions: reveal,
        now: Date.parse(now) / 1000,
        reach: { flags: ["--context", "prod"] },
      }),
    );
    expect(markdown).toContain(
      "- ✗ **CDI** container cdi-controller CrashLoopBackOff (exit 1, 7 restarts) · unavailable for 14m: " +
        "`kubectl --context prod logs -n kubevirt-hyperconverged cdi-deployment-7d9c5f6b8d-x2x4k -c cdi-controller --previous`",
    );
    expect(markdown).toContain("| ✗ Available | False | CDINotAvailable | 14m |");
    const shape = shapeOf(markdown);
    expect(shape.map(({ type }) => type)).toEqual([
      "paragraph",
      "list",
      "paragraph",
      "paragraph",
      "table",
      "paragraph",
    ]);
    const lines = (markdown.split("\n\n")[1] ?? "").split("\n").map(textIn);
    expect(lines.map((line) => line.split(" ").slice(0, 3).join(" "))).toEqual([
      "✗ CDI container",
      "~ SSP Progressing:",
      "~ KubeVirt upgrading",
      "! annotation kubevirt.kubevirt.io/jsonpatch",
      "! the operator",
      "! Upgrade should",
      "? Read 41",
    ]);
    expect(textIn(markdown.split("\n\n")[2] ?? "")).toBe("Show in tree");
  });

  test("what the CR does not report is shown", () => {
    const report = sample("two culprits and the CR names one");
    const text = hoverBlocks(object, linkTo(report), { report }).join("\n");
    expect(text).toMatch(/AAQ [^✗]*unavailable for 14m \(the CR's Available names MigController instead\)/);
    expect(text).not.toMatch(/MigController [^✗]*the CR's Available names[^✗]*✗ AAQ/);
  });

  test("of more than three the rest is a number", () => {
    const root = rootOf(crashing);
    const [first] = root.children.filter(({ verdict }) => verdict !== "healthy");
    const children = Array.from({ length: 6 }, (_, place) => ({ ...(first as ReportNode), label: `part-${place}` }));
    const causes = children.flatMap(({ label }) =>
      root.causes.slice(0, 1).map((cause) => ({ ...cause, component: label })),
    );
    const many = { ...root, children, causes };
    const link = { ...linkTo(crashing), root: many, node: many };
    expect(hoverBlocks(object, link).join("\n")).toMatch(/and 3 more: /);
  });

  test("where everything is healthy there is no table", () => {
    const report = sample("healthy is short");
    expect(hoverBlocks(object, linkTo(report), { report })).toEqual([
      "HyperConverged kubevirt-hyperconverged is healthy for 3 days 4 hours (prod, live)",
      "6 conditions as expected",
    ]);
  });

  test("a component as a document of its own", () => {
    const link = linkTo(crashing, ({ children }) => children.find(({ label }) => label === "CDI"));
    const [sentence, cause] = hoverBlocks(object, link, { report: crashing });
    expect(sentence).toBe("CDI cdi-kubevirt-hyperconverged is unavailable for 14 minutes (prod, live)");
    expect(cause).toMatch(/^Cause container cdi-controller CrashLoopBackOff/);
  });

  test("an object that no report speaks of is there", () => {
    const { ref } = rootOf(crashing);
    expect(hoverBlocks(object, { state: "linked", ref })[0]).toMatch(/ exists on the cluster; no further information$/);
  });

  test("another version and a second document are reported", () => {
    const link: LinkedObject = {
      ...linkTo(crashing),
      versionDiffers: { file: "v1", read: "v1beta1", isServed: false },
    };
    expect(hoverBlocks(object, link)).toContain(
      "The file uses version v1, which the server does not serve; read as v1beta1",
    );
  });
});

describe("it says how good what it says is", () => {
  const until = Date.parse(now) - 180_000;
  const rows: [words: string, place: HoverInput["place"]][] = [
    ["prod, live", { name: "prod", isFiles: false, state: "live" }],
    ["prod, 3m ago: reconnecting", { name: "prod", isFiles: false, state: "stale", until }],
    ["prod, 3m ago: unreachable", { name: "prod", isFiles: false, state: "unreachable", until }],
    ["prod, login needed", { name: "prod", isFiles: false, state: "authRequired" }],
    ["collected in must-gather.tgz", { name: "must-gather.tgz", isFiles: true, state: "idle" }],
  ];
  test.for(rows)("%s", ([words, where]) => {
    expect(hoverBlocks(object, linkTo(crashing), { place: where })[0]).toContain(`(${words})`);
  });
});

describe("a document without a live object says so in the same place", () => {
  const states: readonly ManifestLink[] = [
    { state: "absent" as const, searchedNamespaces: [] },
    { state: "noSuchKind" as const, cause: "" },
    { state: "forbidden" as const, cause: "" },
    { state: "unread" as const, cause: "" },
    ...(["generateName", "unnamed", "template", "patch"] as const).map((state) => ({ state })),
    ...(["untrusted", "paused", "noKubeconfig", "noContext", "unusable", "connecting"] as const).map((state) => ({
      state,
    })),
    ...(["authRequired", "unreachable"] as const).map((state) => ({ state })),
  ];
  const said = drivenField(["infra"]);
  const one: ConditionSubject = { about: "condition", condition: condition("Available", "F", 14), isOwn: true };
  test.for(states)("$state", (link) => {
    const [sentence = "", ...rest] = hoverBlocks(object, link);
    expect(sentence.length).toBeGreaterThan(10);
    expect(rest).toEqual([]);
    expect(hoverBlocks(said, link)).toEqual([
      expect.stringMatching(/^Sets the nodes on which KubeVirt, CDI/),
      sentence,
    ]);
    expect(hoverBlocks(one, link).slice(1)).toEqual(["In the file", sentence]);
  });
});

describe("over a condition there is what it means, since when, and whether the cluster says the same", () => {
  const live = rootOf(crashing).conditions.find(({ type }) => type === "Available") as EvaluatedCondition;
  const conditionSubject = (part: Partial<EvaluatedCondition> = {}): ConditionSubject => ({
    about: "condition",
    condition: { ...live, ...part },
    isOwn: true,
  });
  const sentences: [sentence: string, condition: EvaluatedCondition][] = [
    ["Available=False for 14 minutes (unhealthy)", condition("Available", "F", 14)],
    ["Available=True (expected)", condition("Available", "T")],
    ["Available=Unknown", condition("Available", "U")],
    ["Degraded=True for 2 minutes (unhealthy)", condition("Degraded", "T", 2)],
    ["Progressing=True (in progress)", condition("Progressing", "T")],
    ["Upgradeable=False (warning)", condition("Upgradeable", "F")],
    ["Created=False (informational)", condition("Created", "F")],
  ];
  test.for(sentences)("%s", ([sentence, one]) => {
    expect(hoverBlocks({ about: "condition", condition: one, isOwn: true }, { state: "unnamed" })[0]).toBe(sentence);
  });

  test("its live value first, then who contributes; what the file says is not repeated", () => {
    const [sentence, who, list, ...rest] = hoverBlocks(conditionSubject(), linkTo(crashing));
    expect(sentence).toBe("Available=False for 14 minutes (unhealthy): CDINotAvailable (no message) (prod, live)");
    expect(who).toBe("Contributing components:");
    expect(list).toMatch(/^CDI: container cdi-controller CrashLoopBackOff \(exit 1, \d+ restarts\)/);
    expect(rest).toEqual([]);
  });

  test("pasted from elsewhere: what the file says last", () => {
    const pasted = conditionSubject({ status: "True", reason: "ReconcileCompleted", abnormal: false });
    const all = hoverBlocks(pasted, linkTo(crashing));
    expect(all[0]).toBe("Available=False for 14 minutes (unhealthy): CDINotAvailable (no message) (prod, live)");
    expect(all.at(-1)).toMatch(/^In the file: Available=True for 14 minutes \(expected\): ReconcileCompleted/);
  });

  test("a type that the live object does not have", () => {
    expect(hoverBlocks(conditionSubject({ type: "NeverHeardOf" }), linkTo(crashing))[0]).toBe(
      "The live object has no condition NeverHeardOf (prod, live)",
    );
  });

  test("meanings of type, reason and of the three together", () => {
    const words = { code: "", kind: "reason" as const, of: "", causes: [], next: [], source: "" };
    const all: ConditionSubject = {
      ...conditionSubject({ inferred: true }),
      type: { ...words, meaning: "Whether it serves." },
      reason: { ...words, meaning: "CDI is down." },
      meaning: "It is down",
    };
    expect(hoverBlocks(all, { state: "unnamed" }).slice(1, 5)).toEqual([
      "Whether it serves.",
      "The polarity of this type was inferred from its name",
      "CDINotAvailable: CDI is down.",
      "Available, Progressing and Degraded together: It is down",
    ]);
  });

  test("of a component: whether the root above it shows it", () => {
    const report = sample("two culprits and the CR names one");
    for (const [label, shown] of [
      ["AAQ", "which does not report it"],
      ["MigController", "which reports it"],
    ] as const) {
      const link = linkTo(report, ({ children }) => children.find((child) => child.label === label));
      const own = link.node?.conditions.find(({ type }) => type === "Available") as EvaluatedCondition;
      const text = hoverBlocks({ about: "condition", condition: own, isOwn: true }, link).join("\n");
      expect(text).toContain(`It affects HyperConverged kubevirt-hyperconverged, ${shown}`);
    }
  });
});

describe("over a field there is what it drives and how that is", () => {
  test("the unhealthy one by one, worst first, the healthy in one line, missing ones by name", () => {
    const [head, list, where] = hoverBlocks(drivenField(["infra"]), linkTo(crashing), { report: crashing });
    expect(head).toBe("Sets the nodes on which KubeVirt, CDI, NetworkAddonsConfig, AAQ, MigController and SSP may run");
    expect(list).toMatch(/^✗ CDI unavailable for 14m: container .*~ KubeVirt .*~ SSP .*✓ healthy: /s);
    expect(list).toMatch(/AAQ does not exist$/);
    expect(where).toBe("prod, live");
  });

  test("a deprecated gate names the field that replaces it", () => {
    const gate: ManifestSubject = {
      about: "field",
      driven: {
        drives: [{ name: "KubeVirt", how: "gates" }],
        instead: "spec.storage.persistentReservationConfiguration.enabled",
      },
    };
    const [head, note] = hoverBlocks(gate, linkTo(crashing), { report: crashing });
    expect([head, note]).toEqual([
      "Enables or disables features of KubeVirt",
      "Deprecated; use spec.storage.persistentReservationConfiguration.enabled",
    ]);
  });

  test("an ignored field says so, and what took its place", () => {
    expect(hoverBlocks(drivenField(["vddkInitImage"]), linkTo(crashing))).toEqual([
      "Current operators ignore this field",
    ]);
    expect(hoverBlocks(drivenField(["featureGates", "deployVmConsoleProxy"]), linkTo(crashing))).toEqual([
      "Current operators ignore this field; use spec.deployVmConsoleProxy",
    ]);
  });

  test("an inferred polarity is reported as one", () => {
    const guess: DrivenField = { drives: [{ name: "CDI", how: "configures" }], isGuessed: true };
    expect(hoverBlocks({ about: "field", driven: guess }, linkTo(crashing))[0]).toBe("Names CDI");
  });

  test("several ways in a sentence each", () => {
    const text = hoverBlocks(drivenField(["storage"], "v1"), { state: "paused" });
    expect(text.slice(0, 2)).toEqual(["Configures KubeVirt and CDI", "Enables or disables features of KubeVirt"]);
  });
});

describe("what a cluster says acts in no hover", () => {
  const deeds: HoverInput["actions"] = [{ action: "reveal", command: "ours.reveal", arguments: [{ a: 1 }] }];
  const seeds = Array.from({ length: 80 }, (_, seed) => seed);
  test.for(seeds)("seed %i", (seed) => {
    const report = hostileReport(randomFrom(seed));
    for (const root of report.roots) {
      for (const node of [root, ...root.children]) {
        const link: LinkedObject = { state: "linked", ref: node.ref, node, root };
        const [one] = node.conditions;
        const subjects: readonly ManifestSubject[] = [
          object,
          drivenField(["infra"]),
          drivenField(["virtualization"], "v1"),
          ...(one === undefined ? [] : [{ about: "condition" as const, condition: one, isOwn: true }]),
        ];
        for (const subject of subjects) {
          const markdown = renderMarkdownParts(
            hoverParts({
              subject,
              document,
              link,
              report,
              place: { ...place, name: report.takenAt },
              actions: deeds,
              now: Date.parse(now) / 1000,
            }),
          );
          const shape = shapeOf(markdown);
          expect(hrefsIn(shape)).toEqual([expect.stringMatching(/^command:ours\.reveal\?/)]);
          const ours = ["paragraph", "strong", "list", "list_item", "table", "row", "cell", "link", "codespan"];
          for (const type of typesIn(shape)) expect(ours, markdown).toContain(type);
        }
      }
    }
  });

  test("32 KiB of one message stay a few lines", () => {
    const message = "**[x](command:y)** $(zap) ".repeat(1300);
    const root = rootOf(crashing);
    const conditions = root.conditions.map((one) => ({ ...one, message, reason: message }));
    const link: LinkedObject = { ...linkTo(crashing), node: { ...root, conditions } };
    const markdown = renderMarkdownParts(
      hoverParts({
        subject: object,
        document,
        link,
        place,
        actions: [],
        now: Date.parse(now) / 1000,
      }),
    );
    expect(markdown.length).toBeLessThan(8000);
    expect(hrefsIn(shapeOf(markdown))).toEqual([]);
  });
});
