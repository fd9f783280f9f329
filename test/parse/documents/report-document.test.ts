import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import type { Report } from "../../../shared/model/report.ts";
import { printReport } from "../../../shared/outline/printed-report.ts";
import { reportIn } from "../../../shared/parse/documents/report-document.ts";
import { documentFaultText } from "../../../shared/parse/input-fault-text.ts";
import { toRecord } from "../../../shared/parse/json-value.ts";
import { renderJson } from "../../../shared/render/formats/json.ts";
import { readGoldenCase, sentences } from "../../golden/recorded.ts";

const crashing = "cdi-is-degraded-without-a-message-and-its-controller-crashes";

/** The document of a golden case as `-o json` prints it, to be changed at will. */
function documentOf(sentence: string): object {
  return JSON.parse(renderJson(printReport(aggregate(readGoldenCase(sentence))))) as object;
}

describe("a Report that was printed is read back as it was evaluated", () => {
  test.for(sentences)("%s", (sentence) => {
    const read = reportIn(documentOf(sentence)) as Report;
    // What the rule of a kind observed is a sentence in the message once it is printed.
    expect(printReport(read)).toEqual(printReport(aggregate(readGoldenCase(sentence))));
  });
});

/** The document with another value at a path, or without it. */
function editDocument(path: readonly (string | number)[], value: unknown): unknown {
  const document = documentOf(crashing);
  const [last = "", ...above] = path.toReversed();
  const holder = above
    .toReversed()
    .reduce<Record<string | number, unknown>>((held, key) => held[key] as Record<string, unknown>, { ...document });
  const target = above.length === 0 ? (document as Record<string | number, unknown>) : holder;
  if (value === undefined) delete target[last];
  else target[last] = value;
  return document;
}

function faultOf(path: readonly (string | number)[], value: unknown): string | undefined {
  const read = reportIn(editDocument(path, value));
  return "fault" in read ? documentFaultText(read.fault) : undefined;
}

const cause = ["roots", 0, "causes", 0] as const;
const verdicts = "one of unavailable, degraded, unknown, progressing, healthy";

describe("each field of a cause has its type, and a wrong one gets one sentence with its place", () => {
  const rows: readonly [path: readonly (string | number)[], value: unknown, said: string][] = [
    [cause, "x", "roots[0].causes[0]: expected a mapping, found other text"],
    [["roots", 0, "causes"], {}, "roots[0].causes: expected a list, found a mapping"],
    [[...cause, "component"], 3, "roots[0].causes[0].component: expected text, found 3"],
    [[...cause, "component"], undefined, "roots[0].causes[0].component: expected text, found nothing"],
    [[...cause, "verdict"], "bad", `roots[0].causes[0].verdict: expected ${verdicts}, found other text`],
    [[...cause, "path"], "x", "roots[0].causes[0].path: expected a list, found other text"],
    [[...cause, "path", 0], null, "roots[0].causes[0].path[0]: expected text, found nothing"],
    [[...cause, "about"], [], "roots[0].causes[0].about: expected a mapping, found a list"],
    [[...cause, "about", "name"], false, "roots[0].causes[0].about.name: expected text, found false"],
    [[...cause, "about", "namespace"], 1, "roots[0].causes[0].about.namespace: expected text, found 1"],
    [[...cause, "text"], ["x"], "roots[0].causes[0].text: expected text, found a list"],
    [[...cause, "since"], "yesterday", "roots[0].causes[0].since: expected a time (RFC 3339), found other text"],
    [[...cause, "sharedBy"], [1], "roots[0].causes[0].sharedBy[0]: expected text, found 1"],
    [[...cause, "events"], {}, "roots[0].causes[0].events: expected a list, found a mapping"],
    [[...cause, "events", 0, "about"], null, "roots[0].causes[0].events[0].about: expected a mapping, found nothing"],
    [[...cause, "events", 0, "reason"], 1, "roots[0].causes[0].events[0].reason: expected text, found 1"],
    [[...cause, "events", 0, "message"], {}, "roots[0].causes[0].events[0].message: expected text, found a mapping"],
    [
      [...cause, "events", 0, "count"],
      0,
      "roots[0].causes[0].events[0].count: expected a number of at least 1, found 0",
    ],
    [
      [...cause, "events", 0, "count"],
      "2",
      "roots[0].causes[0].events[0].count: expected a number of at least 1, found other text",
    ],
    [[...cause, "events", 0, "last"], 5, "roots[0].causes[0].events[0].last: expected a time (RFC 3339), found 5"],
    [[...cause, "next"], "x", "roots[0].causes[0].next: expected a list, found other text"],
    [[...cause, "next", 0], [], "roots[0].causes[0].next[0]: expected a mapping, found a list"],
    [[...cause, "next", 0, "command"], 1, "roots[0].causes[0].next[0].command: expected text, found 1"],
    [[...cause, "next", 0, "why"], undefined, "roots[0].causes[0].next[0].why: expected text, found nothing"],
    [["findings", 0, "next"], [null], "findings[0].next[0]: expected a mapping, found nothing"],
    [[...cause, "alerts"], [{}], "roots[0].causes[0].alerts[0]: expected text, found a mapping"],
    [[...cause, "label"], 1, "roots[0].causes[0].label: expected text, found 1"],
    [[...cause, "evidence"], {}, "roots[0].causes[0].evidence: expected a list, found a mapping"],
    [[...cause, "evidence", 0], 1, "roots[0].causes[0].evidence[0]: expected a mapping, found 1"],
    [[...cause, "evidence", 0, "name"], 1, "roots[0].causes[0].evidence[0].name: expected text, found 1"],
    [[...cause, "evidence", 1, "facts"], 1, "roots[0].causes[0].evidence[1].facts: expected a mapping, found 1"],
    [[...cause, "evidence", 1, "trouble"], 1, "roots[0].causes[0].evidence[1].trouble: expected a mapping, found 1"],
    [["next", 0, "command"], null, "next[0].command: expected text, found nothing"],
  ];
  test.for(rows)("%j", ([path, value, said]) => {
    expect(faultOf(path, value)).toBe(said);
  });
});

test("lists that older releases did not write may be absent", () => {
  for (const key of ["sharedBy", "events", "next", "alerts", "since"])
    expect(faultOf([...cause, key], undefined)).toBe(undefined);
  expect(faultOf(["roots", 0, "causes"], undefined)).toBe(undefined);
  expect(toRecord(reportIn(editDocument(["next"], undefined)))?.["next"]).toEqual([]);
});
