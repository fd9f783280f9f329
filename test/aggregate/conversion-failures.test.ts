import { describe, expect, test } from "vitest";
import { listQuery } from "../../shared/aggregate/snapshot/queries.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Query } from "../../shared/model/snapshot.ts";
import { formatStamp, parseMilliseconds } from "../../shared/model/time.ts";
import { readObjects } from "../../shared/parse/kube-objects.ts";
import { deploymentKind } from "../../shared/profiles/hco/profile.ts";
import { aggregateAndPrint } from "../printed.ts";
import { clusterSnapshot } from "./cluster-snapshot.ts";
import { condition, deployment, hyperConverged, namespace, takenAt } from "./installation.ts";

// Whether the conversion webhook of HyperConverged did not respond, or responded with an error.

const query: Query = {
  verb: "list",
  group: "hco.kubevirt.io",
  kind: "HyperConverged",
  plural: "hyperconvergeds",
  versions: ["v1", "v1beta1"],
  namespaced: true,
};

const objects: readonly KubeObject[] = readObjects(
  { ...hyperConverged(), apiVersion: "hco.kubevirt.io/v1beta1" },
  "x",
).objects;

function findingsWith(error: string): readonly (readonly [code: string, why: string | undefined, next: string])[] {
  const warning = `conversion webhook for hco.kubevirt.io/v1beta1, Kind=HyperConverged failed: ${error}`;
  const readings = [{ query, outcome: "found", objects, warning }] as const;
  const snapshot = clusterSnapshot(readings, takenAt);
  return aggregateAndPrint(snapshot).findings.flatMap((finding) => {
    if (!finding.code.startsWith("conversion-")) return [];
    const why = "message" in finding ? finding.message : undefined;
    return [[finding.code, why, finding.next[0]?.words.slice(0, 2).join(" ") ?? ""]] as const;
  });
}

const noAnswer = [
  {
    rule: "no connection",
    error:
      'Post "https://hco-webhook.kubevirt-hyperconverged.svc:4343/convert?timeout=30s": dial tcp 10.0.0.1:4343: connect: connection refused',
  },
  {
    rule: "no end in time",
    error: 'Post "https://hco-webhook.kubevirt-hyperconverged.svc:4343/convert?timeout=30s": context deadline exceeded',
  },
  {
    rule: "an old server, without quotes",
    error: "Post https://hco-webhook.kubevirt-hyperconverged.svc:4343/convert?timeout=30s: EOF",
  },
  {
    rule: "no endpoints",
    error:
      'Post "https://hco-webhook.kubevirt-hyperconverged.svc:4343/convert?timeout=30s": no endpoints available for service "hco-webhook"',
  },
  { rule: "no Service", error: 'service "hco-webhook" not found' },
];

const answers: readonly string[] = [
  "json: cannot unmarshal object into Go struct field HyperConvergedSpec.spec.featureGates of type featuregates.HyperConvergedFeatureGates",
  'strict decoding error: unknown field "spec.Post"',
  "the server could not find the requested resource",
  'an error on the server ("panic: nil map") has prevented the request from succeeding',
  "response.result.status was 'Failure', not 'Success'",
];

describe("a conversion webhook that does not respond is to be started", () => {
  test.for(noAnswer)("$rule", ({ error }) => {
    expect(findingsWith(error).map(([code]) => code)).toEqual(["conversion-webhook"]);
  });
});

describe("one that responds with an error is quoted, and the stored object shown", () => {
  test.for(answers)("%s", (error) => {
    expect(findingsWith(error)).toEqual([["conversion-failed", error, "get hyperconverged.v1beta1.hco.kubevirt.io"]]);
  });
});

test("without a message the server's words do not tell them apart, and it counts as not responding", () => {
  expect(findingsWith("").map(([code]) => code)).toEqual(["conversion-webhook"]);
});

describe("HyperConverged is degraded while clients cannot read it in one of its versions", () => {
  const refused =
    'Post "https://hco-webhook.kubevirt-hyperconverged.svc:4343/convert?timeout=30s": connect: connection refused';
  const deployments: Query = { ...listQuery(deploymentKind, namespace) };
  /** The Deployment behind the webhook, without a ready replica since this time. */
  const webhook = (since: string): readonly KubeObject[] => {
    const available = { ...condition("Available", "False", "MinimumReplicasUnavailable"), lastTransitionTime: since };
    const unready = { ...deployment("hco-webhook", 1), status: { replicas: 1, conditions: [available] } };
    return readObjects(unready, "x").objects;
  };
  const minutesBefore = (minutes: number): string => formatStamp((parseMilliseconds(takenAt) ?? 0) - minutes * 60_000);

  function stateWith(error: string, behind: readonly KubeObject[], root = objects) {
    const warning = `conversion webhook for hco.kubevirt.io/v1beta1, Kind=HyperConverged failed: ${error}`;
    const snapshot = clusterSnapshot(
      [
        { query, outcome: "found", objects: root, ...(error !== "" && { warning }) },
        {
          query: deployments,
          outcome: "found",
          objects: [...readObjects(deployment("hco-operator", 1), "x").objects, ...behind],
        },
      ],
      takenAt,
    );
    const { roots, findings } = aggregateAndPrint(snapshot);
    const own = roots[0]?.causes.filter(({ text }) => text.includes("ConversionFailed")) ?? [];
    const severities = findings.filter(({ code }) => code.startsWith("conversion-")).map(({ severity }) => severity);
    return [own.map(({ about, verdict }) => `${verdict} ${about.kind}`), severities];
  }

  test.for<{
    readonly rule: string;
    readonly error: string;
    readonly behind: readonly KubeObject[];
    readonly state: unknown;
  }>([
    {
      rule: "for minutes, because its webhook is down",
      error: refused,
      behind: webhook(minutesBefore(15)),
      state: [["degraded Deployment"], ["error"]],
    },
    {
      rule: "and the Deployment behind the webhook is not known",
      error: refused,
      behind: [],
      state: [["degraded HyperConverged"], ["error"]],
    },
    {
      rule: "because its webhook responds with an error",
      error: answers[0] ?? "",
      behind: [],
      state: [["degraded HyperConverged"], ["error"]],
    },
    {
      rule: "but not while the pods of the webhook may only be being replaced",
      error: refused,
      behind: webhook(minutesBefore(1)),
      state: [[], ["warning"]],
    },
    {
      rule: "and not where it was read in the first of them",
      error: "",
      behind: webhook(minutesBefore(15)),
      state: [[], []],
    },
  ])("$rule", ({ error, behind, state }) => {
    expect(stateWith(error, behind)).toEqual(state);
  });

  test("but not while it is being deleted, and loses its webhook", () => {
    const deleted = hyperConverged({}, { deletionTimestamp: minutesBefore(1), finalizers: ["x"] });
    const root = readObjects({ ...deleted, apiVersion: "hco.kubevirt.io/v1beta1" }, "x").objects;
    expect(stateWith(refused, webhook(minutesBefore(15)), root)[0]).toEqual([]);
  });
});
