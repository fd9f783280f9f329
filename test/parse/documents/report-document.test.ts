import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import type { Report } from "../../../shared/model/report.ts";
import { printReport } from "../../../shared/outline/printed-report.ts";
import { reportIn } from "../../../shared/parse/documents/report-document.ts";
import { documentFaultText } from "../../../shared/parse/input-fault-text.ts";
import { toRecord } from "../../../shared/parse/json-value.ts";
import { renderJson } from "../../../shared/render/formats/json.ts";
import { readGoldenCase, sentences } from "../../golden/recorded.ts";

const crashingCase = "cdi-is-degraded-without-a-message-and-its-controller-crashes";

/** The document of a golden case as `-o json` prints it, to be changed at will. */
function printDocument(sentence: string): object {
  return JSON.parse(renderJson(printReport(aggregate(readGoldenCase(sentence))))) as object;
}

describe("a Report that was printed is parsed to the evaluated Report", () => {
  test.for(sentences)("the printed Report of the case %s is parsed to the evaluated Report", (sentence) => {
    const read = reportIn(printDocument(sentence)) as Report;
    // What the rule of a kind observed is a sentence in the message once it is printed.
    expect(printReport(read)).toEqual(printReport(aggregate(readGoldenCase(sentence))));
  });
});

/** The document with another value at a path, or without it. */
function editDocument(path: readonly (string | number)[], value: unknown): unknown {
  const document = printDocument(crashingCase);
  let parent = document as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string | number, unknown>;
  const lastKey = path.at(-1) ?? "";
  if (value === undefined) delete parent[lastKey];
  else parent[lastKey] = value;
  return document;
}

function findFault(path: readonly (string | number)[], value: unknown): string | undefined {
  const read = reportIn(editDocument(path, value));
  return "fault" in read ? documentFaultText(read.fault) : undefined;
}

const cause = ["roots", 0, "causes", 0] as const;
const verdicts = "one of unavailable, degraded, unknown, progressing, healthy";

describe("a field of a wrong type is a fault with its path", () => {
  const rows: readonly {
    readonly path: readonly (string | number)[];
    readonly value: unknown;
    readonly fault: string;
  }[] = [
    { path: cause, value: "x", fault: "roots[0].causes[0]: expected a mapping, found other text" },
    { path: ["roots", 0, "causes"], value: {}, fault: "roots[0].causes: expected a list, found a mapping" },
    { path: [...cause, "component"], value: 3, fault: "roots[0].causes[0].component: expected text, found 3" },
    {
      path: [...cause, "component"],
      value: undefined,
      fault: "roots[0].causes[0].component: expected text, found nothing",
    },
    {
      path: [...cause, "verdict"],
      value: "bad",
      fault: `roots[0].causes[0].verdict: expected ${verdicts}, found other text`,
    },
    { path: [...cause, "path"], value: "x", fault: "roots[0].causes[0].path: expected a list, found other text" },
    {
      path: [...cause, "path", 0],
      value: null,
      fault: "roots[0].causes[0].path[0]: expected text, found nothing",
    },
    { path: [...cause, "about"], value: [], fault: "roots[0].causes[0].about: expected a mapping, found a list" },
    {
      path: [...cause, "about", "name"],
      value: false,
      fault: "roots[0].causes[0].about.name: expected text, found false",
    },
    {
      path: [...cause, "about", "namespace"],
      value: 1,
      fault: "roots[0].causes[0].about.namespace: expected text, found 1",
    },
    { path: [...cause, "text"], value: ["x"], fault: "roots[0].causes[0].text: expected text, found a list" },
    {
      path: [...cause, "since"],
      value: "yesterday",
      fault: "roots[0].causes[0].since: expected a time (RFC 3339), found other text",
    },
    { path: [...cause, "sharedBy"], value: [1], fault: "roots[0].causes[0].sharedBy[0]: expected text, found 1" },
    {
      path: [...cause, "events"],
      value: {},
      fault: "roots[0].causes[0].events: expected a list, found a mapping",
    },
    {
      path: [...cause, "events", 0, "about"],
      value: null,
      fault: "roots[0].causes[0].events[0].about: expected a mapping, found nothing",
    },
    {
      path: [...cause, "events", 0, "reason"],
      value: 1,
      fault: "roots[0].causes[0].events[0].reason: expected text, found 1",
    },
    {
      path: [...cause, "events", 0, "message"],
      value: {},
      fault: "roots[0].causes[0].events[0].message: expected text, found a mapping",
    },
    {
      path: [...cause, "events", 0, "count"],
      value: 0,
      fault: "roots[0].causes[0].events[0].count: expected a number of at least 1, found 0",
    },
    {
      path: [...cause, "events", 0, "count"],
      value: "2",
      fault: "roots[0].causes[0].events[0].count: expected a number of at least 1, found other text",
    },
    {
      path: [...cause, "events", 0, "last"],
      value: 5,
      fault: "roots[0].causes[0].events[0].last: expected a time (RFC 3339), found 5",
    },
    { path: [...cause, "next"], value: "x", fault: "roots[0].causes[0].next: expected a list, found other text" },
    {
      path: [...cause, "next", 0],
      value: [],
      fault: "roots[0].causes[0].next[0]: expected a mapping, found a list",
    },
    {
      path: [...cause, "next", 0, "command"],
      value: 1,
      fault: "roots[0].causes[0].next[0].command: expected text, found 1",
    },
    {
      path: [...cause, "next", 0, "why"],
      value: undefined,
      fault: "roots[0].causes[0].next[0].why: expected text, found nothing",
    },
    {
      path: ["findings", 0, "next"],
      value: [null],
      fault: "findings[0].next[0]: expected a mapping, found nothing",
    },
    {
      path: [...cause, "alerts"],
      value: [{}],
      fault: "roots[0].causes[0].alerts[0]: expected text, found a mapping",
    },
    { path: [...cause, "label"], value: 1, fault: "roots[0].causes[0].label: expected text, found 1" },
    {
      path: [...cause, "evidence"],
      value: {},
      fault: "roots[0].causes[0].evidence: expected a list, found a mapping",
    },
    {
      path: [...cause, "evidence", 0],
      value: 1,
      fault: "roots[0].causes[0].evidence[0]: expected a mapping, found 1",
    },
    {
      path: [...cause, "evidence", 0, "name"],
      value: 1,
      fault: "roots[0].causes[0].evidence[0].name: expected text, found 1",
    },
    {
      path: [...cause, "evidence", 1, "facts"],
      value: 1,
      fault: "roots[0].causes[0].evidence[1].facts: expected a mapping, found 1",
    },
    {
      path: [...cause, "evidence", 1, "trouble"],
      value: 1,
      fault: "roots[0].causes[0].evidence[1].trouble: expected a mapping, found 1",
    },
    { path: ["next", 0, "command"], value: null, fault: "next[0].command: expected text, found nothing" },
  ];
  test.for(rows)("the value $value at $path is a fault", ({ path, value, fault }) => {
    expect(findFault(path, value)).toBe(fault);
  });
});

test.for(["sharedBy", "events", "next", "alerts", "since"])("a cause of an older release may lack %s", (field) => {
  expect(findFault([...cause, field], undefined)).toBe(undefined);
});

test("a root of an older release may lack its causes", () => {
  expect(findFault(["roots", 0, "causes"], undefined)).toBe(undefined);
});

test("a Report of an older release without next commands has none", () => {
  expect(toRecord(reportIn(editDocument(["next"], undefined)))?.["next"]).toEqual([]);
});
