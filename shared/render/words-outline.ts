import type { ProfileName, Related } from "../model/report.ts";
import { count } from "./words-names.ts";

/** What the groups below a root are called. */
export const groups = {
  cause: "Cause",
  and: "And",
  event: "Event",
  conditions: "Conditions",
  gates: "Gates",
  related: "Related objects",
  findings: "Findings",
} as const;

/** The group of what a root consists of. */
export function partsGroup(profile: ProfileName): string {
  return profile === "hco" ? "Components" : "Parts";
}

/** `4 of 5 need a look`, `5 good`. */
export function needsLook(abnormal: number, all: number): string {
  if (abnormal === 0) return all === 0 ? "none" : `${all} good`;
  return `${abnormal} of ${all} ${abnormal === 1 ? "needs" : "need"} a look`;
}

/** `3 of 6 unwell`, `6 healthy`. */
export function unwellParts(unwell: number, all: number): string {
  return unwell === 0 ? `${all} healthy` : `${unwell} of ${all} unwell`;
}

/** `40 objects, 12 checked, 1 gone`. */
export function relatedGone(related: readonly Related[]): string {
  const gone = related.filter((one) => one.state === "gone").length;
  const replaced = related.filter((one) => one.state === "replaced").length;
  const unread = related.filter((one) => one.state === "unread").length;
  const checked = unread === 0 ? [] : [`${related.length - unread} checked`];
  const parts = [
    ...checked,
    ...(gone === 0 ? [] : [`${gone} gone`]),
    ...(replaced === 0 ? [] : [`${replaced} replaced`]),
  ];
  return [count(related.length, "object"), ...parts].join(", ");
}
