import { describe, expect, test } from "vitest";
import { findResource, isSpelledOut } from "../../../shared/aggregate/naming/find-resource.ts";
import type { Resource } from "../../../shared/model/resource.ts";
import { knownResources } from "../../../shared/profiles/resource-names.ts";

function resource(group: string, kind: string, plural: string, more: Partial<Resource> = {}): Resource {
  const names = { singular: kind.toLowerCase(), shortNames: [] };
  return { group, kind, plural, versions: ["v1"], namespaced: true, ...names, ...more };
}

const pods = resource("", "Pod", "pods", { shortNames: ["po"] });
const deployments = resource("apps", "Deployment", "deployments", { shortNames: ["deploy"] });
const metrics = resource("metrics.k8s.io", "PodMetrics", "pods", { versions: ["v1beta1"], singular: "" });
const ours = resource("a.example", "Gadget", "gadgets", { versions: ["v2", "v1"], shortNames: ["gd"] });
const theirs = resource("b.example", "Gadget", "gadgets", { shortNames: ["gd", "thing"] });
const odd = resource("b.example", "Kind", "sorts", { singular: "sort" });
const served: readonly Resource[] = [pods, deployments, metrics, ours, theirs, odd];

describe("a word names the resource that kubectl takes it for", () => {
  const rows: [word: string, found: Resource | undefined][] = [
    ["pods", pods],
    ["pod", pods],
    ["POD", pods],
    ["po", pods],
    ["PO", undefined],
    ["deployments.apps", deployments],
    ["deploy.apps", deployments],
    ["deployments.ap", deployments],
    ["deploy.a", deployments],
    ["Deployment.v1.apps", deployments],
    // A short name loses its version on the way.
    ["deploy.v9.apps", deployments],
    ["deployments.v9.apps", undefined],
    ["pods.metrics.k8s.io", metrics],
    ["podmetrics", metrics],
    ["PodMetrics.v1beta1.metrics.k8s.io", metrics],
    // The first in the server's order wins, and the group can be spelled out.
    ["gadget", ours],
    ["gadgets.b.example", theirs],
    ["gadgets.b", theirs],
    ["gd", ours],
    ["gd.b.example", theirs],
    ["thing", theirs],
    ["gadgets.v1.a.example", { ...ours, versions: ["v1"] }],
    ["gadgets.v3.a.example", undefined],
    // By its kind where that is not its singular: as it is written, or in lower case, with its whole group.
    ["sort", odd],
    ["Kind.b.example", odd],
    ["kind.b.example", odd],
    ["KIND.b.example", undefined],
    ["Kind.b", undefined],
    ["nonsense", undefined],
    ["", undefined],
    [".", undefined],
    ["..", undefined],
  ];
  test.for(rows)("%s", ([word, found]) => expect(findResource(word, served)).toEqual(found));

  test("a full name precedes an equal short name of another type", () => {
    const named = resource("c.example", "Deploy", "deploys", { singular: "deploy" });
    expect(findResource("deploy", [...served, named])).toBe(named);
  });

  const spelled: [word: string, found: Resource, isOut: boolean][] = [
    ["deploy", deployments, true],
    ["deploy.apps", deployments, true],
    ["deployments.v1.apps", deployments, true],
    ["deploy.a", deployments, false],
    ["deploy.v9.apps", deployments, true],
  ];
  test.for(spelled)("%s can mean no other group: %o", ([word, found, isOut]) => {
    expect(isSpelledOut(word, found)).toBe(isOut);
  });
});

describe("what is known without a cluster", () => {
  test("has every resource once, and each is found by all its names or gives way to a root", () => {
    const keys = knownResources.map(({ group, plural }) => `${plural}.${group}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const known of knownResources) {
      const { group, plural, singular, kind } = known;
      const full = group === "" ? "" : `.${group}`;
      for (const name of [plural, singular, kind])
        expect(findResource(`${name}${full}`, knownResources)).toEqual(known);
    }
  });

  const rows: [word: string, plural: string, group: string][] = [
    ["hco", "hyperconvergeds", "hco.kubevirt.io"],
    ["kv", "kubevirts", "kubevirt.io"],
    ["app", "applications", "app.k8s.io"],
    ["org", "organizations", "greenhouse.sap"],
    ["trb", "teamrolebindings", "greenhouse.sap"],
    ["deploy", "deployments", "apps"],
    ["ev", "events", ""],
  ];
  test.for(rows)("%s is %s of %s", ([word, plural, group]) => {
    expect(findResource(word, knownResources)).toMatchObject({ plural, group });
  });
});
