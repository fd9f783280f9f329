import { expect, test } from "vitest";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { PrintedRoot } from "../../printed.ts";
import { rootAbout } from "./evaluate.ts";

/** The time so many minutes before the object is read, RFC 3339. */
export function minutesAgo(minutes: number): string {
  return new Date(Date.UTC(2026, 10, 21, 12, -minutes)).toISOString();
}

/** A custom resource that no row of our tables describes, so that the general rules for statuses apply to it. */
export interface CustomResource {
  /** `Widget` unless given. */
  readonly kind?: string;
  /** `acme.io` unless given. */
  readonly group?: string;
  readonly annotations?: object;
  readonly spec?: object;
  /** The generation of the spec; 1 unless given. */
  readonly generation?: number;
  /** Each as {@link parseCondition} reads it, or as it stands in a status. */
  readonly conditions?: readonly (string | object)[];
  /** Fields of the status beside the conditions. */
  readonly status?: object;
  /** Minutes since the object was created; 24 unless given. */
  readonly ageMinutes?: number;
}

/** The root of the Report about this custom resource. */
export function evaluateCustomResource(resource: CustomResource): PrintedRoot {
  const { kind = "Widget", group = "acme.io", generation = 1, ageMinutes = 24, annotations } = resource;
  const creationTimestamp = minutesAgo(ageMinutes);
  const metadata = { name: "w", generation, creationTimestamp, ...definedFields({ annotations }) };
  const status: Record<string, unknown> = { ...resource.status };
  if (resource.conditions !== undefined) {
    status["conditions"] = resource.conditions.map((condition) =>
      typeof condition === "string" ? parseCondition(condition) : condition,
    );
  }
  return rootAbout({ apiVersion: `${group}/v1`, kind, metadata, spec: resource.spec ?? {}, status });
}

/**
 * A condition from `TYPE=STATUS@MINUTES REASON: MESSAGE`, such as `Ready=False@90 Creating: 2 of 3`. MINUTES is its age,
 * 10 unless given. `more` are further fields.
 */
export function parseCondition(text: string, more: object = {}): object {
  const parts = /^([\w./-]+)=(\w+)(?:@(\d+))? ?(\w*)(?:: (.*))?$/.exec(text);
  if (parts === null) throw new Error(`not TYPE=STATUS@MINUTES REASON: MESSAGE: ${text}`);
  const [, type, status, minutes = "10", reason, message = ""] = parts;
  return { type, status, reason, message, lastTransitionTime: minutesAgo(Number(minutes)), ...more };
}

/** A list of texts stands for a custom resource that has only these conditions. */
export type VerdictRow = readonly [rule: string, resource: CustomResource | readonly string[], verdict: string];

/** Makes a test of each row: the custom resource gets the verdict. */
export function testVerdicts(rows: readonly VerdictRow[]): void {
  test.for(rows)("%s", ([, given, verdict]) => {
    const resource = isTextList(given) ? { conditions: given } : given;
    expect(evaluateCustomResource(resource).verdict).toBe(verdict);
  });
}

function isTextList(given: CustomResource | readonly string[]): given is readonly string[] {
  return Array.isArray(given);
}
