import { expect, test } from "vitest";
import { planReads } from "../../shared/aggregate/read-plan.ts";
import { planSearch } from "../../shared/aggregate/search-plan.ts";
import type { ReadScope } from "../../shared/aggregate/snapshot/queries.ts";
import { profileNames } from "../../shared/model/families.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { knownRoots } from "../../shared/profiles/root-kinds.ts";
import { clusterSnapshot } from "./cluster-snapshot.ts";

const secrets = { group: "", kind: "Secret", plural: "secrets", versions: ["v1"], namespaced: true };
const kinds = [hcoProfile.root, ...hcoProfile.components, ...knownRoots, secrets];
const settings: readonly (readonly ReadScope[])[] = [
  [{}, { namespace: "kubevirt-hyperconverged" }],
  [{}, { expected: "openshift-cnv" }],
  [{}, ...kinds.flatMap((kind) => [{ wanted: [{ kind }] }, { wanted: [{ kind, name: "x" }] }]), { wanted: [] }],
  [{}, { labelSelector: "a=b" }],
  [{}, { deep: true }, { related: true }, { tree: true, kinds }],
  [{}, ...profileNames.map((profile) => ({ profile }))],
];

test("before anything is read the search is the whole plan, for every scope", () => {
  const scopes = settings.reduce(
    (all, more) => all.flatMap((one) => more.map((other) => ({ ...one, ...other }))),
    [{}],
  );
  const nothing = clusterSnapshot([]);
  const others = scopes.filter(
    (scope) => JSON.stringify(planSearch(nothing, scope)) !== JSON.stringify(planReads(nothing, scope)),
  );
  expect([scopes.length > 1_000, others]).toEqual([true, []]);
});
