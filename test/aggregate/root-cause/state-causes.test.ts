import { expect, test } from "vitest";
import { aggregateAndPrint } from "../../printed.ts";
import { type Raw, readCaseAsCluster, readFromCluster } from "../gate-situation.ts";

const rows: readonly (readonly [sentence: string, kind: string, edit: (object: Raw) => void, text: string])[] = [
  [
    "its status belongs to an older generation",
    "KubeVirt",
    ({ metadata, status }) => {
      metadata.generation = 5;
      status.observedGeneration = 1;
    },
    "Progressing because KubeVirt: changed, not yet evaluated by its controller",
  ],
  [
    "it is being deleted",
    "CDI",
    ({ metadata }) => {
      metadata.deletionTimestamp = "2026-11-21T11:30:00Z";
    },
    "Progressing because CDI: being deleted, for 30m",
  ],
  [
    "a user paused it",
    "SSP",
    ({ metadata }) => {
      metadata.annotations = { ...metadata.annotations, "kubevirt.io/operator.paused": "true" };
    },
    "Progressing because SSP: paused",
  ],
];

test.for(rows)("a component whose conditions are all good has its state as the cause: %s", ([, kind, edit, text]) => {
  const objects = readCaseAsCluster("openshift-with-ssp-and-an-operatorcondition-is-healthy");
  edit(objects.find((each) => each["kind"] === kind) ?? {});
  const [root] = aggregateAndPrint(readFromCluster(objects)).roots;
  expect(root?.causes.map((cause) => cause.text)).toEqual([text]);
});
