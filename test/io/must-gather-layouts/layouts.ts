/**
 * Writes objects in every layout of a gather, as the programs that make one do: kubevirt/must-gather
 * (collection-scripts/), oc adm inspect (openshift/oc, pkg/cli/admin/inspect), kubectl cluster-info dump.
 */
import { dump } from "js-yaml";
import type { Kind } from "../../../shared/model/kind.ts";

/** An object as the API server answers it. */
export interface Raw {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly managedFields?: unknown;
    readonly labels?: unknown;
  };
  readonly [field: string]: unknown;
}

/** The objects of one kind, in all namespaces, by the name that URLs have. */
export interface Collected {
  readonly kind: Pick<Kind, "group" | "kind" | "plural" | "namespaced">;
  readonly version: string;
  readonly objects: readonly Raw[];
}

/** Texts by path. */
export type Layout = ReadonlyMap<string, string>;

/** What kubectl and oc print of YAML: keys sorted, items at the start of a line, long lines left alone. */
export function yamlOf(value: unknown): string {
  return dump(value, { sortKeys: true, seqNoIndent: true, lineWidth: -1, noRefs: true });
}

/** CNV's image (kubevirt/must-gather), below `base`. */
export function virtualization(kinds: readonly Collected[], namespace: string, base = ""): Layout {
  const files = new Map<string, string>([[`${base}version`, "kubevirt/must-gather\nv1.20.0\n"]]);
  for (const { kind, objects } of kinds) {
    const { plural, group } = kind;
    for (const object of objects) {
      const { name, namespace: own } = object.metadata;
      // gather_crs: every CRD whose name matches kubevirt.io.
      if (`${plural}.${group}`.includes("kubevirt.io")) {
        const folder = own === undefined ? "cluster-scoped-resources" : `namespaces/${own}/crs`;
        files.set(`${base}${folder}/${plural}.${group}/${name}.yaml`, yamlOf(withoutManagedFields(object)));
      }
      // gather_crds: the same names, through inspect.
      if (plural === "customresourcedefinitions" && name.includes("kubevirt.io"))
        files.set(`${base}cluster-scoped-resources/${group}/${plural}/${name}.yaml`, `---\n${yamlOf(object)}`);
      if (plural === "nodes") files.set(`${base}cluster-scoped-resources/core/nodes/${name}.yaml`, yamlOf(object));
    }
  }
  const inNamespace = inspectLayout(
    kinds.filter(({ kind }) => isInCategoryAll(kind)),
    [namespace],
    base,
  );
  return new Map([...files, ...inNamespace, ...podsAndLogs(kinds, namespace, base)]);
}

/** `oc adm inspect ns/… crd …`: lists of each namespace, cluster-scoped objects one by one. */
export function inspectLayout(kinds: readonly Collected[], namespaces: readonly string[], base = ""): Layout {
  const files = new Map<string, string>();
  for (const { kind, version, objects } of kinds) {
    const { plural, group } = kind;
    const folder = group === "" ? "core" : group;
    if (!kind.namespaced) {
      for (const object of objects) {
        const { name } = object.metadata;
        if (plural !== "namespaces")
          files.set(`${base}cluster-scoped-resources/${folder}/${plural}/${name}.yaml`, `---\n${yamlOf(object)}`);
        else if (namespaces.includes(name))
          files.set(`${base}namespaces/${name}/${name}.yaml`, `---\n${yamlOf(object)}`);
      }
      continue;
    }
    for (const namespace of namespaces) {
      const items = objects.filter(({ metadata }) => metadata.namespace === namespace);
      // Lists of its own types carry no kind in their items.
      const listed =
        group === "" || group === "apps" ? items.map(({ kind: _, apiVersion: __, ...rest }) => rest) : items;
      const list = {
        apiVersion: group === "" ? version : `${group}/${version}`,
        kind: `${kind.kind}List`,
        items: listed,
        metadata: { resourceVersion: "1" },
      };
      files.set(`${base}namespaces/${namespace}/${folder}/${plural}.yaml`, `---\n${yamlOf(list)}`);
    }
  }
  return files;
}

/** What is in a folder of a layout, without the folder: `namespaces/` alone, or one namespace. */
export function withoutFolder(layout: Layout, folder: string): Layout {
  const inside = [...layout].filter(([path]) => path.startsWith(folder));
  return new Map(inside.map(([path, text]) => [path.slice(folder.length), text]));
}

/** `oc adm must-gather` around its images: when it began and ended, as Go prints a time. */
export function wrapLayout(layout: Layout, wrapper: string, at: string): Layout {
  const wrapped = [...layout].map(([path, text]) => [`${wrapper}${path}`, text] as const);
  const day = at.slice(0, 10);
  const time = at.slice(11, 19);
  const lines = `${day} 00:00:00.000000001 +0000 UTC m=+0.05\n${day} ${time}.123456789 +0000 UTC m=+61.5\n`;
  return new Map([...wrapped, [`${wrapper}timestamp`, lines], [`${wrapper}must-gather.logs`, "[must-gather] OUT\n"]]);
}

function podsAndLogs(kinds: readonly Collected[], namespace: string, base: string): Layout {
  const files = new Map<string, string>();
  const pods = kinds.find(({ kind }) => kind.plural === "pods")?.objects ?? [];
  for (const pod of pods.filter(({ metadata }) => metadata.namespace === namespace)) {
    const { name } = pod.metadata;
    files.set(`${base}namespaces/${namespace}/pods/${name}/${name}.yaml`, `---\n${yamlOf(pod)}`);
    files.set(`${base}namespaces/${namespace}/pods/${name}/c/c/logs/current.log`, "2026-11-21T12:00:00Z a line\n");
  }
  return files;
}

/** What inspecting a namespace takes: its category `all`, and a few kinds by name (inspect, namespace.go). */
function isInCategoryAll({ group, plural }: Collected["kind"]): boolean {
  return (
    (["", "apps", "batch", "autoscaling"].includes(group) && plural !== "nodes" && plural !== "secrets") ||
    ["hyperconvergeds", "kubevirts"].includes(plural)
  );
}

/** `oc get` leaves managedFields out, inspect does not. */
function withoutManagedFields({ metadata: { managedFields: _, ...metadata }, ...object }: Raw): unknown {
  return { ...object, metadata };
}
