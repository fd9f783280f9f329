import { keyOf } from "../object.ts";
import type { BlockingFinding } from "./goal.ts";

/**
 * The key that separates two findings of one code about one object. It never holds a number, a time or a text of the
 * cluster.
 */
export function keyOfFinding(finding: BlockingFinding): string {
  const fields: Readonly<Record<string, unknown>> = { ...finding };
  return [finding.code, keyOf(finding.about), ...telling.map((name) => fields[name] ?? "")].join(" ");
}

const telling = ["component", "type", "annotation", "container", "name", "kind", "state", "verb"];
