import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { readTextObjects } from "../../../shared/io/files/text-objects.ts";

const takenAt = "2026-11-21T12:00:00Z";

function verdictsIn(text: string): readonly string[] {
  const { objects, damage } = readTextObjects(text, "x");
  const given = objects.filter(({ ref }) => ref.kind !== "Event");
  const { roots } = aggregate(snapshotOf(given, { takenAt, source: { kind: "files", name: "x" } }));
  return [...roots.map(({ verdict }) => verdict), ...damage.map(() => "damage")];
}

function condition(type: string, status: string, message: string = "checked"): string {
  return `    Last Transition Time:  2026-11-20T00:00:00Z
    Message:               ${message}
    Reason:                Checked
    Status:                ${status}
    Type:                  ${type}
`;
}

const ready = condition("Ready", "True");
const deeper = ready.replace(/^(?=.)/gm, "  ");
const status = `Status:\n  Conditions:\n${ready}  Nodes:\n    a\n    b\n  Phase:  Ready\n`;
const none = "Events:  <none>\n";
const table = `Events:
  Type    Reason   Age  From      Message
  ----    ------   ---  ----      -------
  Normal  Created  3m   operator  created: all is well
`;
const spec = "Metadata:\n  Generation:  1\nSpec:\n  Size:  3\n  Zones:\n    east\n";

describe("a status between its label and the events below it is whole, so that it may be healthy", () => {
  test.for([
    { rule: "with events that are none", text: status + none },
    { rule: "with a table of events", text: status + table },
    { rule: "below the rest of a spec", text: `  Size:  3\n  Zones:\n    east\n${status}${none}` },
    { rule: "below a spec", text: spec + status + none },
    {
      rule: "below a name without a kind",
      text: `Name:  w\nNamespace:  n\nLabels:  a=b\n         c=d\n${status}${none}`,
    },
    { rule: "below dots", text: `...\n${status}${none}` },
    {
      rule: "below its command",
      text: `$ kubectl describe widget w\n${status}${none}\n$ kubectl get nodes\nNAME  STATUS\n`,
    },
    { rule: "below a command behind another prompt", text: `> kubectl describe widgets\n...\n${status}${none}` },
    { rule: "above words of its author", text: `${status}${none}\nso it works again\n` },
    { rule: "indented", text: (spec + status + none).replace(/^/gm, "    ") },
    {
      rule: "with conditions of its parts",
      text: status.replace("  Nodes", `  Gates:\n    Conditions:\n${deeper}  Nodes`) + none,
    },
  ] as const)("$rule", ({ text }) => {
    expect(verdictsIn(text)).toEqual(["healthy"]);
  });
});

describe("what may hide a fault is no proof that a status is whole", () => {
  const unhealthyCondition = condition("Ready", "False");
  test.for([
    { rule: "no events", text: status },
    { rule: "no events, and a prompt", text: `$ kubectl describe widget w\n${status}$ \n` },
    { rule: "no label of the status", text: (status + none).replace("Status:\n", "") },
    { rule: "the start in its conditions", text: ready + none },
    { rule: "events of another depth", text: `${status}  ${none}` },
    { rule: "events in a message that was cut", text: `${status.replace("checked", `bad\n${none}`)}` },
    { rule: "events in a message", text: `${status.replace("checked", `bad\n${none.trim()}`)}${none}` },
    { rule: "a message that goes on at the margin", text: status.replace("checked", "bad\nand worse") + none },
    { rule: "a message that poses as a condition", text: `${status.replace("checked", `x\n${ready}`)}${none}` },
    { rule: "a condition without a type", text: (status + none).replace(/ {4}Type:.*\n/, "") },
    { rule: "a condition without a status", text: (status + none).replace(/ {4}Status:.*\n/, "") },
    { rule: "one type twice", text: status.replace(ready, ready + ready) + none },
    {
      rule: "a type that stands first",
      text: (status + none).replace(/( {4}Last[\s\S]*?)( {4}Type:.*\n)/, "$2$1"),
    },
    { rule: "fields out of order", text: `${status}  Current:  1\n${none}` },
    { rule: "an empty line", text: status.replace("  Nodes", "\n  Nodes") + none },
    { rule: "dots", text: status.replace("  Nodes", "  ...\n  Nodes") + none },
    { rule: "fields without indentation", text: (status + none).replace(/^ +/gm, "") },
    { rule: "a field below the events", text: `${status}${none}\n${unhealthyCondition}` },
    { rule: "a row of events above it", text: `  Warning  Failed  1m  x  Error: boom\n${status}${none}` },
    { rule: "a line of a log above it", text: `12:30:00 db is down\n${status}${none}` },
    { rule: "a part of another status above it", text: `  Phase:  Failed\n${status}${none}` },
    {
      rule: "a filter in its command",
      text: `$ kubectl describe widget w | grep -v Degraded\n${status}${none}`,
    },
    { rule: "a filter of a file", text: `$ sed /Degraded/d w.txt\n${status}${none}` },
    {
      rule: "a filter in the second line of its command",
      text: `$ kubectl describe widget w \\\n  | grep -v Degraded\n${status}${none}`,
    },
  ] as const)("$rule", ({ text }) => {
    expect(verdictsIn(text)).not.toContain("healthy");
  });
  test.for([
    {
      rule: "another status above it",
      text: `Status:\n  Conditions:\n${unhealthyCondition}${none}${status}${none}`,
    },
    {
      rule: "another status below it",
      text: `${status}${none}Status:\n  Conditions:\n${unhealthyCondition}${none}`,
    },
  ] as const)("$rule", ({ text }) => {
    expect(verdictsIn(text)).not.toEqual(["healthy"]);
  });
});
