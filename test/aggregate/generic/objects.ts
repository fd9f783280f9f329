import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readDocuments } from "../../../shared/parse/documents/split-documents.ts";
import type { PrintedReport, PrintedRoot } from "../../printed.ts";

export const takenAt = "2026-11-21T12:00:00Z";

/** A Kubernetes object as JSON. */
export type Manifest = Readonly<Record<string, unknown>>;

/** The objects of a manifest in a folder beside this file. */
export function readManifests(name: string, folder = "owned-causes"): readonly Manifest[] {
  const file = `${name}.yaml`;
  const { documents, faults } = readDocuments(readFileSync(join(import.meta.dirname, folder, file), "utf8"), file);
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  return documents.map(({ value }) => value as Manifest);
}

export function condition(type: string, status: string, reason = ""): Manifest {
  return { type, status, reason, message: "", lastTransitionTime: "2026-11-21T11:00:00Z" };
}

/** A custom resource of a kind that no table knows; its uid is its name. */
export function widget(name: string, status: unknown, metadata: Manifest = {}): Manifest {
  return {
    apiVersion: "acme.io/v1",
    kind: "Widget",
    metadata: { name, namespace: "n", uid: name, ...metadata },
    status,
  };
}

export function ownedBy(...names: readonly string[]): Manifest {
  return { ownerReferences: names.map((name) => ({ apiVersion: "acme.io/v1", kind: "Widget", name, uid: name })) };
}

/** The root of this name. @throws where there is none */
export function rootOf(report: PrintedReport, name: string): PrintedRoot {
  const root = report.roots.find(({ label }) => label === name);
  if (root === undefined) throw new Error(`no root ${name}: ${report.roots.map(({ label }) => label).join(", ")}`);
  return root;
}
