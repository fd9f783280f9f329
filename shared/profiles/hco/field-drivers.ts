import type { DrivenField, DrivenPart } from "../../model/field-driver.ts";
import type { SettingRow } from "../../model/hyperconverged-rows.ts";
import { hcoComponents } from "../../tables/components.ts";
import { hcoAnnotations, hcoFields, hcoGates } from "../../tables/fields.ts";
import { taintAnnotations } from "./profile.ts";

type Path = readonly (string | number)[];

/** The kind of a document, as the document names it. */
interface DocumentKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * Which components and workloads a field of a manifest drives; undefined if unknown. For HyperConverged v1 and v1beta1
 * the tables decide. The row of the field counts, or of the nearest field around it. A group of fields takes all rows
 * below it. For another kind (or an older version) a field drives the part whose name the field's name contains.
 * @param path from the top of the object, `["spec", "infra", "nodePlacement"]`.
 * @param value the object, for the names of feature gates: in v1 they are entries of a list.
 * @param parts names of the parts that the object has on the cluster, for kinds without a table.
 */
export function componentsDrivenBy(
  kind: DocumentKind,
  path: Path,
  value?: unknown,
  parts: readonly string[] = [],
): DrivenField | undefined {
  const version = versionOf(kind);
  if (version === undefined) return path[0] === "spec" ? byName(path.slice(1), parts) : undefined;
  if (path[0] === "metadata" && path[1] === "annotations") return ofAnnotation(path[2]);
  if (path[0] !== "spec" || path.length < 2) return undefined;
  const fields = path.slice(1).filter((key) => typeof key === "string");
  if (fields[0] === "featureGates") {
    const gate = version === "v1" ? gateNamed(value, path) : fields[1];
    if (gate !== undefined) return ofGate(gate, version);
  }
  return ofFields(version, fields);
}

function versionOf({ group, version, kind }: DocumentKind): "v1" | "v1beta1" | undefined {
  if (group !== "hco.kubevirt.io" || kind !== "HyperConverged") return undefined;
  return version === "v1" || version === "v1beta1" ? version : undefined;
}

function ofFields(version: "v1" | "v1beta1", fields: readonly string[]): DrivenField | undefined {
  for (let length = fields.length; length > 0; length -= 1) {
    const rows = hcoFields.filter((row) => row[version] === fields.slice(0, length).join("."));
    if (rows.length > 0) return sum(rows);
  }
  const group = `${fields.join(".")}.`;
  const below = hcoFields.filter((row) => row[version]?.startsWith(group) === true);
  return below.length === 0 ? undefined : sum(below);
}

/**
 * What a feature gate drives. v1 compares the names of gates without regard to case (hyperconverged-cluster-operator,
 * api/v1/featuregates/feature_gates.go, Index); in v1beta1 they are fields.
 */
function ofGate(name: string, version: "v1" | "v1beta1"): DrivenField | undefined {
  const found = version === "v1" ? gatesInLowerCase.get(name.toLowerCase()) : ownGate(name);
  if (found === undefined) return undefined;
  const { insteadInV1, ...row } = found;
  return sum([version === "v1" && insteadInV1 !== undefined ? { ...row, instead: insteadInV1 } : row]);
}

function ownGate(name: string): SettingRow | undefined {
  return Object.hasOwn(hcoGates, name) ? hcoGates[name] : undefined;
}

const gatesInLowerCase: ReadonlyMap<string, SettingRow> = new Map(
  Object.entries(hcoGates).map(([name, row]) => [name.toLowerCase(), row]),
);

function ofAnnotation(name: string | number | undefined): DrivenField | undefined {
  const patched = taintAnnotations.find(({ annotation }) => annotation === name);
  if (patched !== undefined) return sum([{ drives: [patched.component], how: "patches" }]);
  const rows = hcoAnnotations.filter(({ annotation }) => annotation === name);
  return rows.length === 0 ? undefined : sum(rows);
}

/** The name of the feature gate at a path. v1 lists its gates: `[{name: alignCPUs, state: Enabled}]`. */
function gateNamed(value: unknown, [, , index]: Path): string | undefined {
  const entry = typeof index === "number" ? own(own(own(value, "spec"), "featureGates"), index) : undefined;
  const name = own(entry, "name");
  return typeof name === "string" ? name : undefined;
}

function own(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[key];
}

function sum(rows: readonly SettingRow[]): DrivenField {
  const drives = new Map<string, DrivenPart>();
  for (const { how, drives: names } of rows) for (const name of names) drives.set(`${how} ${name}`, { name, how });
  const instead = rows.length === 1 ? rows[0]?.instead : undefined;
  return {
    drives: [...drives.values()].toSorted((a, b) => rank(a) - rank(b)),
    ...(instead !== undefined && { instead }),
  };
}

/** The order of components: the operator's order, its own workloads last. */
function rank({ name }: DrivenPart): number {
  const place = hcoComponents.findIndex(({ component }) => component === name);
  return place < 0 ? hcoComponents.length : place;
}

/**
 * The parts that a field is named after, such as `spec.virtOperator.replicas` and a part `virt-operator`. The innermost
 * field that names one counts.
 */
function byName(path: Path, parts: readonly string[]): DrivenField | undefined {
  for (const key of path.toReversed()) {
    const field = letters(`${key}`);
    const named = parts.filter((part) => letters(part).length >= minLetters && field.includes(letters(part)));
    if (named.length > 0) {
      const drives = [...new Set(named)].map((name): DrivenPart => ({ name, how: "configures" }));
      return { drives, isGuessed: true };
    }
  }
  return undefined;
}

/** Shorter names occur in too many words. */
const minLetters = 3;

function letters(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}
