import { expect, test } from "vitest";
import type { PrintedRoot } from "../../printed.ts";
import { rootAbout } from "./evaluate.ts";

/** A moment before that of the tests. */
export function minutesAgo(minutes: number): string {
  return new Date(Date.UTC(2026, 10, 21, 12, -minutes)).toISOString();
}

/** Conditions as `Type=Status@MINUTES Reason: message`, ten minutes old by default. */
function conditionsOf(texts: readonly string[]): readonly object[] {
  return texts.map((text) => {
    const [, type = "", status = "", age = "10", reason = "", message = ""] =
      /^([\w./]+)=(\w+)(?:@(\d+))? ?(\w*)(?:: (.*))?$/.exec(text) ?? [];
    return { type, status, reason, message, lastTransitionTime: minutesAgo(Number(age)) };
  });
}

/** A custom resource of a kind that no row names. */
export interface Given {
  readonly is?: readonly string[];
  readonly status?: object;
  readonly spec?: object;
  readonly annotations?: object;
  readonly kind?: string;
  readonly group?: string;
  /** Its age in minutes. */
  readonly age?: number;
}

/** The root of the report about it. */
export function rootOf({
  is = [],
  status = {},
  spec = {},
  annotations,
  kind = "Widget",
  group = "acme.io",
  age = 24,
}: Given): PrintedRoot {
  const metadata = { name: "w", creationTimestamp: minutesAgo(age), ...(annotations && { annotations }) };
  const whole = { ...status, ...(is.length > 0 && { conditions: conditionsOf(is) }) };
  return rootAbout({ apiVersion: `${group}/v1`, kind, metadata, spec, status: whole });
}

/** A rule with what shows it. */
export type Row = readonly [rule: string, given: Given, verdict: string];

/** One test for each rule. */
export function testRows(rows: readonly Row[]): void {
  test.for(rows)("%s", ([, given, verdict]) => {
    expect(rootOf(given).verdict).toBe(verdict);
  });
}
