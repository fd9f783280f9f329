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

function listConversionFindings(
  error: string,
): readonly (readonly [code: string, why: string | undefined, next: string])[] {
  const warning = `conversion webhook for hco.kubevirt.io/v1beta1, Kind=HyperConverged failed: ${error}`;
  const readings = [{ query, outcome: "found", objects, warning }] as const;
  const snapshot = clusterSnapshot(readings, takenAt);
  return aggregateAndPrint(snapshot).findings.flatMap((finding) => {
    if (!finding.code.startsWith("conversion-")) return [];
    const why = "message" in finding ? finding.message : undefined;
    return [[finding.code, why, finding.next[0]?.words.slice(0, 2).join(" ") ?? ""]] as const;
  });
}

const missingResponses = [
  {
    rule: "a refused connection",
    error:
      'Post "https://hco-webhook.kubevirt-hyperconverged.svc:4343/convert?timeout=30s": dial tcp 10.0.0.1:4343: connect: connection refused',
  },
  {
    rule: "a timeout",
    error: 'Post "https://hco-webhook.kubevirt-hyperconverged.svc:4343/convert?timeout=30s": context deadline exceeded',
  },
  {
    rule: "an error of an old server without quotes",
    error: "Post https://hco-webhook.kubevirt-hyperconverged.svc:4343/convert?timeout=30s: EOF",
  },
  {
    rule: "no endpoints for its Service",
    error:
      'Post "https://hco-webhook.kubevirt-hyperconverged.svc:4343/convert?timeout=30s": no endpoints available for service "hco-webhook"',
  },
  { rule: "no Service", error: 'service "hco-webhook" not found' },
];

const errorResponses: readonly string[] = [
  "json: cannot unmarshal object into Go struct field HyperConvergedSpec.spec.featureGates of type featuregates.HyperConvergedFeatureGates",
  'strict decoding error: unknown field "spec.Post"',
  "the server could not find the requested resource",
  'an error on the server ("panic: nil map") has prevented the request from succeeding',
  "response.result.status was 'Failure', not 'Success'",
];

describe("a conversion webhook that does not respond is a finding about its workload", () => {
  test.for(missingResponses)("a conversion webhook with $rule is the finding conversion-webhook", ({ error }) => {
    expect(listConversionFindings(error).map(([code]) => code)).toEqual(["conversion-webhook"]);
  });
});

describe("a conversion webhook that responds with an error is a finding that quotes it", () => {
  test.for(errorResponses)('the error "%s" is quoted, and the stored object is the next command', (error) => {
    expect(listConversionFindings(error)).toEqual([
      ["conversion-failed", error, "get hyperconverged.v1beta1.hco.kubevirt.io"],
    ]);
  });
});

test("an error without a message counts as a webhook that does not respond", () => {
  expect(listConversionFindings("").map(([code]) => code)).toEqual(["conversion-webhook"]);
});

describe("a HyperConverged that cannot be read in one of its versions is degraded", () => {
  const refusedConnection =
    'Post "https://hco-webhook.kubevirt-hyperconverged.svc:4343/convert?timeout=30s": connect: connection refused';
  const deployments: Query = { ...listQuery(deploymentKind, namespace) };
  /** The Deployment behind the webhook, without a ready replica since this time. */
  const buildWebhookDeployment = (since: string): readonly KubeObject[] => {
    const available = { ...condition("Available", "False", "MinimumReplicasUnavailable"), lastTransitionTime: since };
    const unready = { ...deployment("hco-webhook", 1), status: { replicas: 1, conditions: [available] } };
    return readObjects(unready, "x").objects;
  };
  const formatMinutesBefore = (minutes: number): string =>
    formatStamp((parseMilliseconds(takenAt) ?? 0) - minutes * 60_000);

  function evaluateConversion(error: string, behind: readonly KubeObject[], root = objects) {
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
      rule: "a HyperConverged is degraded where its webhook has been down for 15 minutes",
      error: refusedConnection,
      behind: buildWebhookDeployment(formatMinutesBefore(15)),
      state: [["degraded Deployment"], ["error"]],
    },
    {
      rule: "a HyperConverged is degraded where the Deployment of its webhook is unknown",
      error: refusedConnection,
      behind: [],
      state: [["degraded HyperConverged"], ["error"]],
    },
    {
      rule: "a HyperConverged is degraded where its webhook responds with an error",
      error: errorResponses[0] ?? "",
      behind: [],
      state: [["degraded HyperConverged"], ["error"]],
    },
    {
      rule: "a HyperConverged is healthy where its webhook has been down for a minute",
      error: refusedConnection,
      behind: buildWebhookDeployment(formatMinutesBefore(1)),
      state: [[], ["warning"]],
    },
    {
      rule: "a HyperConverged is healthy where it can be read in each version",
      error: "",
      behind: buildWebhookDeployment(formatMinutesBefore(15)),
      state: [[], []],
    },
  ])("$rule", ({ error, behind, state }) => {
    expect(evaluateConversion(error, behind)).toEqual(state);
  });

  test("a HyperConverged that is being deleted is not degraded by its webhook", () => {
    const deleted = hyperConverged({}, { deletionTimestamp: formatMinutesBefore(1), finalizers: ["x"] });
    const root = readObjects({ ...deleted, apiVersion: "hco.kubevirt.io/v1beta1" }, "x").objects;
    expect(evaluateConversion(refusedConnection, buildWebhookDeployment(formatMinutesBefore(15)), root)[0]).toEqual([]);
  });
});
