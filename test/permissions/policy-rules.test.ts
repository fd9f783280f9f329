import { expect, test } from "vitest";
import type { Query } from "../../shared/model/snapshot.ts";
import { makePolicyRules } from "../../shared/permissions/policy-rules.ts";

const widgets = { group: "example.org", kind: "Widget", plural: "widgets", versions: ["v1"], namespaced: true };
const getOfA: Query = { ...widgets, verb: "get", name: "a" };
const listOfB: Query = { ...widgets, verb: "list", name: "b" };

test.for([
  ["a get before a list", [getOfA, listOfB]],
  ["a list before a get", [listOfB, getOfA]],
] as const)("a rule by name has the verbs of all accesses: %s", ([, queries]) => {
  expect(makePolicyRules(queries)).toEqual([
    {
      apiGroups: ["example.org"],
      resources: ["widgets"],
      verbs: ["get", "list", "watch"],
      resourceNames: ["a", "b"],
    },
  ]);
});
