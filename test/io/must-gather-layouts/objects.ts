import { readFileSync } from "node:fs";
import { readDocuments } from "../../../shared/parse/documents/split-documents.ts";
import { readObjects } from "../../../shared/parse/kube-objects.ts";
import { hcoProfile } from "../../../shared/profiles/hco/profile.ts";
import { coreKinds } from "../../../shared/tables/core-kinds.ts";
import type { Collected, Raw } from "./layouts.ts";

const folder = "test/golden/kubevirt-is-down-and-cdi-is-degraded";

/** The objects of a golden case, which a real API server held, and small CRDs of their kinds. */
export function readCollected(text: string = readFileSync(`${folder}/input.yaml`, "utf8")): readonly Collected[] {
  const raws = readDocuments(text, "")
    .documents.flatMap(({ value }) => readObjects(value, "").objects)
    .map(({ raw }) => raw as Raw);
  const kinds = [
    hcoProfile.root,
    ...new Map(hcoProfile.components.map((row) => [row.kind, row])).values(),
    ...coreKinds,
  ];
  const found = kinds.flatMap((kind): Collected[] => {
    const [version = "v1"] = kind.versions;
    const objects = raws.filter(
      (raw) => raw.kind === kind.kind && raw.apiVersion.replace(/\/?v[^/]*$/, "") === kind.group,
    );
    return objects.length === 0 ? [] : [{ kind, version, objects }];
  });
  return [...found, { kind: definitions, version: "v1", objects: found.flatMap(definitionOf) }];
}

const definitions = {
  group: "apiextensions.k8s.io",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  namespaced: false,
};

/** The CRD of a kind, with what a reader needs of it. */
export function definitionOf({ kind, version }: Collected): Raw[] {
  if (!kind.group.includes(".") || kind.group.endsWith("k8s.io")) return [];
  return [
    {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${kind.plural}.${kind.group}` },
      spec: {
        group: kind.group,
        names: { kind: kind.kind, plural: kind.plural, singular: kind.kind.toLowerCase(), shortNames: ["short"] },
        scope: kind.namespaced ? "Namespaced" : "Cluster",
        versions: [{ name: version, served: true, storage: true }],
      },
    },
  ];
}
