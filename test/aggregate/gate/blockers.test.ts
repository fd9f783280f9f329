import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { Gate } from "../../../shared/model/report.ts";
import { gateHeadline, gateReasonText } from "../../../shared/outline/gate-reasons.ts";
import { formatUpgradeGate, rootUpgradeLine, upgradeLine } from "../../../shared/outline/gate-words.ts";
import { plainText } from "../../../shared/outline/text.ts";
import { upgradeGate } from "../../../shared/upgrade-gate/upgrade-gate.ts";
import { readGoldenCase, sentences } from "../../golden/recorded.ts";
import { printed } from "../../render/printed.ts";
import { type Raw, readCaseAsCluster, readFromCluster } from "../gate-situation.ts";

const healthyCase = "all-six-components-are-healthy";

function api(since: string): Raw {
  const group = "subresources.kubevirt.io";
  const said = { type: "Available", status: "False", reason: "MissingEndpoints", message: "no addresses" };
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: `v1.${group}`, uid: group },
    spec: { group, version: "v1", service: { name: "virt-api", namespace: "kubevirt-hyperconverged" } },
    status: { conditions: [{ ...said, lastTransitionTime: since }] },
  };
}

const long = "2026-11-21T11:00:00Z";
const lately = "2026-11-21T11:59:40Z";

describe("an API that is not available blocks the upgrade by its own name", () => {
  test.for([long, lately])("since %s", (since) => {
    const report = aggregate(readFromCluster([...readCaseAsCluster(healthyCase), api(since)]));
    const { answer, reasons } = upgradeGate(report);
    expect([answer, reasons.map(({ code, state }) => `${state} ${code}`)]).toEqual([
      "BLOCK",
      ["blocks ApiNotAvailable"],
    ]);
    expect(reasons.map((reason) => gateReasonText(reason))).toEqual([
      "KubeVirt: APIService v1.subresources.kubevirt.io is not available: MissingEndpoints: no addresses",
    ]);
    expect(reasons[0]?.since).toBe(since);
  });

  test("that reason can be accepted", () => {
    const report = aggregate(readFromCluster([...readCaseAsCluster(healthyCase), api(long)]));
    expect(upgradeGate(report, ["ApiNotAvailable"]).answer).toBe("ALLOW");
  });

  test("a component that is requested alone has the reason too", () => {
    const alone = readCaseAsCluster(healthyCase).filter(({ kind }) => kind !== "HyperConverged");
    const source = { kind: "files", name: "x.yaml" } as const;
    const { reasons } = upgradeGate(
      aggregate(snapshotOf([...alone, api(long)], { source, takenAt: "2026-11-21T12:00:00Z" })),
    );
    expect(reasons.filter(({ component }) => component === "KubeVirt").map(({ code }) => code)).toContain(
      "ApiNotAvailable",
    );
  });
});

describe("the report names everything that blocks an upgrade, also where HyperConverged reports upgradeable", () => {
  test("of an API", async () => {
    const report = aggregate(readFromCluster([...readCaseAsCluster(healthyCase), api(lately)]));
    expect(report.roots[0]?.gates.upgradeable).toEqual({ answer: "no", because: [], blockedBy: ["KubeVirt"] });
    expect(await printed("wide", report)).toContain(
      "! Upgrade should wait for KubeVirt (APIService v1.subresources.kubevirt.io is not available); HyperConverged",
    );
  });

  test("nothing blocks", () => {
    expect(aggregate(readFromCluster(readCaseAsCluster(healthyCase))).roots[0]?.gates.upgradeable).toEqual({
      answer: "yes",
      because: [],
    });
  });

  test.for<{ readonly rule: string; readonly gate: Gate; readonly words: string }>([
    {
      rule: "HyperConverged reports none of it",
      gate: { answer: "no", because: [], blockedBy: ["OperatorDown"] },
      words: "should wait: the operator is down",
    },
    {
      rule: "nothing blocks, and one is unknown",
      gate: { answer: "unknown", because: ["AAQ"] },
      words: "unknown: the state of AAQ is not known",
    },
    {
      rule: "HyperConverged reports less, and refuses the upgrade",
      gate: { answer: "no", because: ["CDI"], blockedBy: ["KubeVirt", "CDI"], refused: true },
      words: "blocked by KubeVirt, CDI",
    },
  ])("$rule", ({ gate, words }) => {
    expect(formatUpgradeGate(gate)).toBe(words);
  });

  test.for<{ readonly state: "underway" | "paused" | "stuck" | undefined; readonly words: string }>([
    { state: "underway", words: "should wait: the operator is rolling out" },
    { state: "paused", words: "should wait: the operator's rollout is paused" },
    { state: "stuck", words: "should wait: the operator's rollout is stuck" },
    { state: undefined, words: "should wait: the operator's rollout is not complete" },
  ])("a rollout of the operator is named as it is: $state", ({ state, words }) => {
    const gate: Gate = { answer: "no", because: ["OperatorRollout"] };
    const rollout = { deployment: "hco", from: "1", to: "2" };
    const about = { group: "apps", kind: "Deployment", name: "hco" };
    const facts =
      state === undefined
        ? []
        : [{ code: "OperatorRollout", effect: "blocks", about, rollout: { ...rollout, state } } as const];
    const line = upgradeLine({ gate, facts });
    expect([plainText(line.subject), plainText(line.text)]).toEqual(["Next upgrade", words]);
  });

  test("is blocked by what OLM or the operator refuses, and should wait for all else", () => {
    const describeBlockers = (sentence: string): readonly string[] => {
      const report = aggregate(readGoldenCase(sentence));
      return report.roots.flatMap((root) => {
        const line = rootUpgradeLine(root, report.findings, { now: report.takenAt, format: "age" });
        return line === undefined ? [] : [plainText(line.text).split(/ (?=by|for)|:/)[0] ?? ""];
      });
    };
    expect(describeBlockers("release-1-6-ignores-upgradeable-of-a-component")).toEqual(["should wait"]);
    expect(describeBlockers("networkaddonsconfig-blocks-the-upgrade-of-a-healthy-hyperconverged")).toEqual(["blocked"]);
    expect(describeBlockers("the-operatorcondition-allows-an-upgrade-while-one-runs")).toEqual(["should wait"]);
    expect(describeBlockers("an-upgrade-waits-for-cdi-which-reports-its-old-version")).toEqual(["blocked"]);
    expect(describeBlockers("the-next-version-of-the-operator-lacks-a-requirement")).toEqual(["blocked"]);
  });

  test.for(sentences)("%s", (sentence) => {
    const report = aggregate(readGoldenCase(sentence));
    for (const root of report.roots.filter(({ profile }) => profile === "hco")) {
      const { answer, blockedBy = [] } = root.gates.upgradeable;
      const gate = upgradeGate({ ...report, roots: [root] });
      const isBlocked = answer === "no" || blockedBy.length > 0;
      const blocking = gate.reasons.filter(({ state }) => state === "blocks");
      expect([sentence, isBlocked]).toEqual([sentence, blocking.length > 0]);
      const named = blockedBy.length > 0 ? blockedBy : root.gates.upgradeable.because;
      // A Service of the operator's own webhook is no component: its Deployment is named.
      const services = report.findings.filter(({ about }) => about.kind === "Service").map(({ about }) => about.name);
      // An unsupported annotation is named instead of the component that it patches.
      const components = new Set(
        blocking.flatMap((one) => ("annotation" in one ? (one.annotation ?? []) : (one.component ?? []))),
      );
      const unnamed = [...components].filter((each) => !named.includes(each) && !services.includes(each));
      expect([sentence, unnamed]).toEqual([sentence, []]);
    }
  });
});

test.for([
  { sentence: "no-hyperconverged-exists", headline: "no HyperConverged to upgrade" },
  { sentence: "listing-hyperconvergeds-is-forbidden", headline: "HyperConverged could not be read" },
])("without a HyperConverged the headline has what is known: $sentence", ({ sentence, headline }) => {
  expect(gateHeadline(upgradeGate(aggregate(readGoldenCase(sentence))), [])).toBe(headline);
});

test.for<{ readonly format: "age" | "words" | "time"; readonly duration: RegExp }>([
  { format: "age", duration: /Upgradeable=False for 14m \(/ },
  { format: "words", duration: /Upgradeable=False for 14 minutes \(/ },
  { format: "time", duration: /Upgradeable=False since 2026-[0-9T:-]+Z \(/ },
])(
  "the headline has once since when a component refuses the upgrade, as ages are written: $format",
  ({ format, duration }) => {
    const gate = upgradeGate(
      aggregate(readGoldenCase("networkaddonsconfig-blocks-the-upgrade-of-a-healthy-hyperconverged")),
    );
    expect(gateHeadline(gate, [], format)).toMatch(duration);
    expect(gateHeadline(gate, [], format).match(/ (for|since) \d/g)).toHaveLength(1);
  },
);
