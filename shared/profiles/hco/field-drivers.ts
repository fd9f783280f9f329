import { definedFields } from "../../model/defined-fields.ts";
import type { DrivenField, DrivenPart } from "../../model/field-driver.ts";
import type { SettingRow } from "../../model/hyperconverged-rows.ts";
import { hcoComponents } from "../../tables/components.ts";
import { hcoAnnotations, hcoFields, hcoGates } from "../../tables/fields.ts";
import { taintAnnotations } from "./profile.ts";

/** From the top of an object: `["spec", "infra", "nodePlacement"]`. A number is the index in a list. */
type Path = readonly (string | number)[];

/** The versions of HyperConverged for which the tables say what a field drives. */
type TableVersion = "v1" | "v1beta1";

/** The kind of a document, as the document names it. */
interface DocumentKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Shorter names of parts occur in too many words. */
const minLetters = 3;

/**
 * Which components and workloads a field of a manifest drives. Undefined if that is unknown.
 * - For HyperConverged v1 and v1beta1 the tables decide: by an annotation, by a feature gate, or by the field itself.
 * - For any other kind, a field of the spec drives the parts whose names it contains.
 *
 * @param path the field, from the top of the object
 * @param value the object, for the names of feature gates: in v1 they are entries of a list
 * @param parts names of the parts that the object has on the cluster, for kinds without a table
 */
export function componentsDrivenBy(
  kind: DocumentKind,
  path: Path,
  value?: unknown,
  parts: readonly string[] = [],
): DrivenField | undefined {
  const [section, ...pathInSection] = path;
  const version = findTableVersion(kind);
  if (version === undefined) return section === "spec" ? findPartsByName(pathInSection, parts) : undefined;
  if (section === "metadata" && pathInSection[0] === "annotations") return findByAnnotation(pathInSection[1]);
  if (section !== "spec" || pathInSection.length === 0) return undefined;
  const fields = pathInSection.filter((key) => typeof key === "string");
  if (fields[0] !== "featureGates") return findByFields(fields, version);
  const gate = version === "v1" ? readGateName(value, pathInSection[1]) : fields[1];
  return gate === undefined ? findByFields(fields, version) : findByGate(gate, version);
}

function findTableVersion({ group, version, kind }: DocumentKind): TableVersion | undefined {
  if (group !== "hco.kubevirt.io" || kind !== "HyperConverged") return undefined;
  return version === "v1" || version === "v1beta1" ? version : undefined;
}

/** What an annotation of a HyperConverged drives: the component that it patches, or what the table says. */
function findByAnnotation(name: string | number | undefined): DrivenField | undefined {
  const patched = taintAnnotations.find(({ annotation }) => annotation === name);
  if (patched !== undefined) return joinRows([{ drives: [patched.component], how: "patches" }]);
  const rows = hcoAnnotations.filter(({ annotation }) => annotation === name);
  return rows.length === 0 ? undefined : joinRows(rows);
}

/** The name of the feature gate at an index of the list in v1: `[{name: alignCPUs, state: Enabled}]`, 0 -> `alignCPUs`. */
function readGateName(value: unknown, index: string | number | undefined): string | undefined {
  if (typeof index !== "number") return undefined;
  const gates = fieldOf(fieldOf(value, "spec"), "featureGates");
  const name = fieldOf(fieldOf(gates, index), "name");
  return typeof name === "string" ? name : undefined;
}

function fieldOf(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[key];
}

/**
 * What a feature gate drives. v1 compares the names of gates without regard to case (hyperconverged-cluster-operator,
 * api/v1/featuregates/feature_gates.go, Index). In v1beta1 they are fields, whose case counts.
 */
function findByGate(name: string, version: TableVersion): DrivenField | undefined {
  const makeKey = (gateName: string): string => (version === "v1" ? gateName.toLowerCase() : gateName);
  const [, gate] = Object.entries(hcoGates).find(([gateName]) => makeKey(gateName) === makeKey(name)) ?? [];
  if (gate === undefined) return undefined;
  const { insteadInV1, ...row } = gate;
  return joinRows([version === "v1" && insteadInV1 !== undefined ? { ...row, instead: insteadInV1 } : row]);
}

/**
 * What a field of the spec drives, by the first of these that has rows: the field itself, the nearest field around it, all
 * fields below it.
 */
function findByFields(fields: readonly string[], version: TableVersion): DrivenField | undefined {
  for (let length = fields.length; length > 0; length -= 1) {
    const path = fields.slice(0, length).join(".");
    const rows = hcoFields.filter((row) => row[version] === path);
    if (rows.length > 0) return joinRows(rows);
  }
  const prefix = `${fields.join(".")}.`;
  const rowsBelow = hcoFields.filter((row) => row[version]?.startsWith(prefix) === true);
  return rowsBelow.length === 0 ? undefined : joinRows(rowsBelow);
}

/** Everything that the rows drive, each once. What to write instead is known only for a single row. */
function joinRows(rows: readonly SettingRow[]): DrivenField {
  const partByKey = new Map<string, DrivenPart>();
  for (const { how, drives } of rows) {
    for (const name of drives) partByKey.set(`${how} ${name}`, { name, how });
  }
  const instead = rows.length === 1 ? rows[0]?.instead : undefined;
  const sorted = [...partByKey.values()].toSorted((a, b) => rankPart(a) - rankPart(b));
  return { drives: sorted, ...definedFields({ instead }) };
}

/** The rank of a part: components in the operator's order, then HyperConverged's own workloads. */
function rankPart({ name }: DrivenPart): number {
  const position = hcoComponents.findIndex(({ component }) => component === name);
  return position < 0 ? hcoComponents.length : position;
}

/**
 * The parts that a field is named after: `spec.virtOperator.replicas` -> the part `virt-operator`. The innermost field that
 * names one counts.
 */
function findPartsByName(path: Path, parts: readonly string[]): DrivenField | undefined {
  for (const key of path.toReversed()) {
    const field = keepLetters(`${key}`);
    const named = parts.filter((part) => {
      const name = keepLetters(part);
      return name.length >= minLetters && field.includes(name);
    });
    if (named.length > 0) {
      const drives = [...new Set(named)].map((name): DrivenPart => ({ name, how: "configures" }));
      return { drives, isGuessed: true };
    }
  }
  return undefined;
}

/** The letters and digits of a name in lower case: `virt-Operator` -> `virtoperator`. */
function keepLetters(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
