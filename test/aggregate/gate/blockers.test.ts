import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { Gate } from "../../../shared/model/report.ts";
import { gateHeadline } from "../../../shared/outline/gate-headline.ts";
import { gateReasonText } from "../../../shared/outline/gate-reasons.ts";
import { formatUpgradeGate, rootUpgradeLine, upgradeLine } from "../../../shared/outline/gate-words.ts";
import { plainText } from "../../../shared/outline/text.ts";
import { upgradeGate } from "../../../shared/upgrade-gate/upgrade-gate.ts";
import { readGoldenCase, sentences } from "../../golden/recorded.ts";
import { printed } from "../../render/printed.ts";
import { type Raw, readCaseAsCluster, readFromCluster } from "../gate-situation.ts";

const healthyCase = "all-six-components-are-healthy";

function buildUnavailableApi(since: string): Raw {
  const group = "subresources.kubevirt.io";
  const unavailable = { type: "Available", status: "False", reason: "MissingEndpoints", message: "no addresses" };
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: `v1.${group}`, uid: group },
    spec: { group, version: "v1", service: { name: "virt-api", namespace: "kubevirt-hyperconverged" } },
    status: { conditions: [{ ...unavailable, lastTransitionTime: since }] },
  };
}

const anHourAgo = "2026-11-21T11:00:00Z";
const twentySecondsAgo = "2026-11-21T11:59:40Z";

describe("an API that is not available blocks the upgrade by its own name", () => {
  test.for([anHourAgo, twentySecondsAgo])("an API that is not available since %s blocks the upgrade", (since) => {
    const report = aggregate(readFromCluster([...readCaseAsCluster(healthyCase), buildUnavailableApi(since)]));
    const { answer, reasons } = upgradeGate(report);
    expect(answer).toBe("BLOCK");
    expect(reasons).toMatchObject([{ code: "ApiNotAvailable", state: "blocks", since }]);
    expect(reasons.map((reason) => gateReasonText(reason))).toEqual([
      "KubeVirt: APIService v1.subresources.kubevirt.io is not available: MissingEndpoints: no addresses",
    ]);
  });

  test("the reason of an API that is not available can be accepted", () => {
    const report = aggregate(readFromCluster([...readCaseAsCluster(healthyCase), buildUnavailableApi(anHourAgo)]));
    expect(upgradeGate(report, ["ApiNotAvailable"]).answer).toBe("ALLOW");
  });

  test("a KubeVirt without a HyperConverged has the reason of its API too", () => {
    const components = readCaseAsCluster(healthyCase).filter(({ kind }) => kind !== "HyperConverged");
    const objects = [...components, buildUnavailableApi(anHourAgo)];
    const report = aggregate(snapshotOf(objects, { source: "components.yaml", takenAt: "2026-11-21T12:00:00Z" }));
    const { reasons } = upgradeGate(report);
    expect(reasons).toContainEqual(expect.objectContaining({ component: "KubeVirt", code: "ApiNotAvailable" }));
  });
});

describe("the report names everything that blocks an upgrade", () => {
  test("the report names an API that is not available although HyperConverged reports Upgradeable", async () => {
    const report = aggregate(
      readFromCluster([...readCaseAsCluster(healthyCase), buildUnavailableApi(twentySecondsAgo)]),
    );
    expect(report.roots[0]?.gates.upgradeable).toEqual({ answer: "no", because: [], blockedBy: ["KubeVirt"] });
    expect(await printed("wide", report)).toContain(
      "! Upgrade should wait for KubeVirt (APIService v1.subresources.kubevirt.io is not available); HyperConverged",
    );
  });

  test("the upgrade of a healthy HyperConverged is allowed", () => {
    expect(aggregate(readFromCluster(readCaseAsCluster(healthyCase))).roots[0]?.gates.upgradeable).toEqual({
      answer: "yes",
      because: [],
    });
  });

  test.for<{ readonly rule: string; readonly gate: Gate; readonly words: string }>([
    {
      rule: "a gate that HyperConverged does not report should wait",
      gate: { answer: "no", because: [], blockedBy: ["OperatorDown"] },
      words: "should wait: the operator is down",
    },
    {
      rule: "a gate with an unknown component is unknown",
      gate: { answer: "unknown", because: ["AAQ"] },
      words: "unknown: the state of AAQ is not known",
    },
    {
      rule: "a gate that HyperConverged refuses is blocked by all components",
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
  ])('the words for an operator\'s rollout in the state $state are "$words"', ({ state, words }) => {
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

  test.for([
    { words: "should wait", sentence: "release-1-6-ignores-upgradeable-of-a-component" },
    { words: "blocked", sentence: "networkaddonsconfig-blocks-the-upgrade-of-a-healthy-hyperconverged" },
    { words: "should wait", sentence: "the-operatorcondition-allows-an-upgrade-while-one-runs" },
    { words: "blocked", sentence: "an-upgrade-waits-for-cdi-which-reports-its-old-version" },
    { words: "blocked", sentence: "the-next-version-of-the-operator-lacks-a-requirement" },
  ])('the line about the upgrade begins with "$words" in the case $sentence', ({ words, sentence }) => {
    const report = aggregate(readGoldenCase(sentence));
    const options = { now: report.takenAt, format: "age" } as const;
    const lines = report.roots.flatMap((root) => rootUpgradeLine(root, report.findings, options) ?? []);
    expect(lines).toHaveLength(1);
    for (const { text } of lines) expect(plainText(text)).toMatch(new RegExp(`^${words}(?: by| for|:|$)`));
  });

  test.for(sentences)("the report of the case %s names every component that blocks the upgrade", (sentence) => {
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
      const components = blocking.flatMap((reason) =>
        "annotation" in reason ? (reason.annotation ?? []) : (reason.component ?? []),
      );
      const unnamed = components.filter((component) => !named.includes(component) && !services.includes(component));
      expect([sentence, unnamed]).toEqual([sentence, []]);
    }
  });
});

test.for([
  { sentence: "no-hyperconverged-exists", headline: "no HyperConverged to upgrade" },
  { sentence: "listing-hyperconvergeds-is-forbidden", headline: "HyperConverged could not be read" },
])('the headline of the case $sentence is "$headline"', ({ sentence, headline }) => {
  expect(gateHeadline(upgradeGate(aggregate(readGoldenCase(sentence))), [])).toBe(headline);
});

test.for<{ readonly format: "age" | "words" | "time"; readonly duration: RegExp }>([
  { format: "age", duration: /Upgradeable=False for 14m \(/ },
  { format: "words", duration: /Upgradeable=False for 14 minutes \(/ },
  { format: "time", duration: /Upgradeable=False since 2026-[0-9T:-]+Z \(/ },
])("the headline has the time of a component's refusal once in the format $format", ({ format, duration }) => {
  const gate = upgradeGate(
    aggregate(readGoldenCase("networkaddonsconfig-blocks-the-upgrade-of-a-healthy-hyperconverged")),
  );
  expect(gateHeadline(gate, [], format)).toMatch(duration);
  expect(gateHeadline(gate, [], format).match(/ (for|since) \d/g)).toHaveLength(1);
});
