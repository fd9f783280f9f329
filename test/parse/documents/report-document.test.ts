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
  const rows: readonly {
    readonly path: readonly (string | number)[];
    readonly value: unknown;
    readonly said: string;
  }[] = [
    { path: cause, value: "x", said: "roots[0].causes[0]: expected a mapping, found other text" },
    { path: ["roots", 0, "causes"], value: {}, said: "roots[0].causes: expected a list, found a mapping" },
    { path: [...cause, "component"], value: 3, said: "roots[0].causes[0].component: expected text, found 3" },
    {
      path: [...cause, "component"],
      value: undefined,
      said: "roots[0].causes[0].component: expected text, found nothing",
    },
    {
      path: [...cause, "verdict"],
      value: "bad",
      said: `roots[0].causes[0].verdict: expected ${verdicts}, found other text`,
    },
    { path: [...cause, "path"], value: "x", said: "roots[0].causes[0].path: expected a list, found other text" },
    {
      path: [...cause, "path", 0],
      value: null,
      said: "roots[0].causes[0].path[0]: expected text, found nothing",
    },
    { path: [...cause, "about"], value: [], said: "roots[0].causes[0].about: expected a mapping, found a list" },
    {
      path: [...cause, "about", "name"],
      value: false,
      said: "roots[0].causes[0].about.name: expected text, found false",
    },
    {
      path: [...cause, "about", "namespace"],
      value: 1,
      said: "roots[0].causes[0].about.namespace: expected text, found 1",
    },
    { path: [...cause, "text"], value: ["x"], said: "roots[0].causes[0].text: expected text, found a list" },
    {
      path: [...cause, "since"],
      value: "yesterday",
      said: "roots[0].causes[0].since: expected a time (RFC 3339), found other text",
    },
    { path: [...cause, "sharedBy"], value: [1], said: "roots[0].causes[0].sharedBy[0]: expected text, found 1" },
    {
      path: [...cause, "events"],
      value: {},
      said: "roots[0].causes[0].events: expected a list, found a mapping",
    },
    {
      path: [...cause, "events", 0, "about"],
      value: null,
      said: "roots[0].causes[0].events[0].about: expected a mapping, found nothing",
    },
    {
      path: [...cause, "events", 0, "reason"],
      value: 1,
      said: "roots[0].causes[0].events[0].reason: expected text, found 1",
    },
    {
      path: [...cause, "events", 0, "message"],
      value: {},
      said: "roots[0].causes[0].events[0].message: expected text, found a mapping",
    },
    {
      path: [...cause, "events", 0, "count"],
      value: 0,
      said: "roots[0].causes[0].events[0].count: expected a number of at least 1, found 0",
    },
    {
      path: [...cause, "events", 0, "count"],
      value: "2",
      said: "roots[0].causes[0].events[0].count: expected a number of at least 1, found other text",
    },
    {
      path: [...cause, "events", 0, "last"],
      value: 5,
      said: "roots[0].causes[0].events[0].last: expected a time (RFC 3339), found 5",
    },
    { path: [...cause, "next"], value: "x", said: "roots[0].causes[0].next: expected a list, found other text" },
    {
      path: [...cause, "next", 0],
      value: [],
      said: "roots[0].causes[0].next[0]: expected a mapping, found a list",
    },
    {
      path: [...cause, "next", 0, "command"],
      value: 1,
      said: "roots[0].causes[0].next[0].command: expected text, found 1",
    },
    {
      path: [...cause, "next", 0, "why"],
      value: undefined,
      said: "roots[0].causes[0].next[0].why: expected text, found nothing",
    },
    {
      path: ["findings", 0, "next"],
      value: [null],
      said: "findings[0].next[0]: expected a mapping, found nothing",
    },
    {
      path: [...cause, "alerts"],
      value: [{}],
      said: "roots[0].causes[0].alerts[0]: expected text, found a mapping",
    },
    { path: [...cause, "label"], value: 1, said: "roots[0].causes[0].label: expected text, found 1" },
    {
      path: [...cause, "evidence"],
      value: {},
      said: "roots[0].causes[0].evidence: expected a list, found a mapping",
    },
    {
      path: [...cause, "evidence", 0],
      value: 1,
      said: "roots[0].causes[0].evidence[0]: expected a mapping, found 1",
    },
    {
      path: [...cause, "evidence", 0, "name"],
      value: 1,
      said: "roots[0].causes[0].evidence[0].name: expected text, found 1",
    },
    {
      path: [...cause, "evidence", 1, "facts"],
      value: 1,
      said: "roots[0].causes[0].evidence[1].facts: expected a mapping, found 1",
    },
    {
      path: [...cause, "evidence", 1, "trouble"],
      value: 1,
      said: "roots[0].causes[0].evidence[1].trouble: expected a mapping, found 1",
    },
    { path: ["next", 0, "command"], value: null, said: "next[0].command: expected text, found nothing" },
  ];
  test.for(rows)("$path", ({ path, value, said }) => {
    expect(faultOf(path, value)).toBe(said);
  });
});

test("lists that older releases did not write may be absent", () => {
  for (const key of ["sharedBy", "events", "next", "alerts", "since"])
    expect(faultOf([...cause, key], undefined)).toBe(undefined);
  expect(faultOf(["roots", 0, "causes"], undefined)).toBe(undefined);
  expect(toRecord(reportIn(editDocument(["next"], undefined)))?.["next"]).toEqual([]);
});
