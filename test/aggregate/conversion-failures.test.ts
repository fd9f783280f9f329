import { describe, expect, test } from "vitest";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Query } from "../../shared/model/snapshot.ts";
import { readObjects } from "../../shared/parse/kube-objects.ts";
import { aggregateAndPrint } from "../printed.ts";
import { clusterSnapshot } from "./cluster-snapshot.ts";
import { hyperConverged, takenAt } from "./installation.ts";

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

const noAnswer: readonly (readonly [what: string, error: string])[] = [
  [
    "no connection",
    'Post "https://hco-webhook.kubevirt-hyperconverged.svc:4343/convert?timeout=30s": dial tcp 10.0.0.1:4343: connect: connection refused',
  ],
  [
    "no end in time",
    'Post "https://hco-webhook.kubevirt-hyperconverged.svc:4343/convert?timeout=30s": context deadline exceeded',
  ],
  [
    "an old server, without quotes",
    "Post https://hco-webhook.kubevirt-hyperconverged.svc:4343/convert?timeout=30s: EOF",
  ],
  [
    "no endpoints",
    'Post "https://hco-webhook.kubevirt-hyperconverged.svc:4343/convert?timeout=30s": no endpoints available for service "hco-webhook"',
  ],
  ["no Service", 'service "hco-webhook" not found'],
];

const answers: readonly string[] = [
  "json: cannot unmarshal object into Go struct field HyperConvergedSpec.spec.featureGates of type featuregates.HyperConvergedFeatureGates",
  'strict decoding error: unknown field "spec.Post"',
  "the server could not find the requested resource",
  'an error on the server ("panic: nil map") has prevented the request from succeeding',
  "response.result.status was 'Failure', not 'Success'",
];

describe("a conversion webhook that does not respond is to be started", () => {
  test.for(noAnswer)("%s", ([, error]) => {
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
