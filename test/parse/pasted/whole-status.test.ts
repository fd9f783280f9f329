import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { readTextObjects } from "../../../shared/io/files/text-objects.ts";

const takenAt = "2026-11-21T12:00:00Z";

function readVerdicts(text: string): readonly string[] {
  const { objects, damage } = readTextObjects(text, "x");
  const objectsWithoutEvents = objects.filter(({ ref }) => ref.kind !== "Event");
  const { roots } = aggregate(snapshotOf(objectsWithoutEvents, { takenAt, source: "x" }));
  return [...roots.map(({ verdict }) => verdict), ...damage.map(() => "damage")];
}

function writeCondition(type: string, status: string, message: string = "checked"): string {
  return `    Last Transition Time:  2026-11-20T00:00:00Z
    Message:               ${message}
    Reason:                Checked
    Status:                ${status}
    Type:                  ${type}
`;
}

const ready = writeCondition("Ready", "True");
const deeper = ready.replace(/^(?=.)/gm, "  ");
const status = `Status:\n  Conditions:\n${ready}  Nodes:\n    a\n    b\n  Phase:  Ready\n`;
const noEvents = "Events:  <none>\n";
const tableOfEvents = `Events:
  Type    Reason   Age  From      Message
  ----    ------   ---  ----      -------
  Normal  Created  3m   operator  created: all is well
`;
const spec = "Metadata:\n  Generation:  1\nSpec:\n  Size:  3\n  Zones:\n    east\n";

describe("a status between its label and the events below it is complete, so that it may be healthy", () => {
  test.for([
    { rule: "with events that are none", text: status + noEvents },
    { rule: "with a table of events", text: status + tableOfEvents },
    { rule: "below the rest of a spec", text: `  Size:  3\n  Zones:\n    east\n${status}${noEvents}` },
    { rule: "below a spec", text: spec + status + noEvents },
    {
      rule: "below a name without a kind",
      text: `Name:  w\nNamespace:  n\nLabels:  a=b\n         c=d\n${status}${noEvents}`,
    },
    { rule: "below dots", text: `...\n${status}${noEvents}` },
    {
      rule: "below its command",
      text: `$ kubectl describe widget w\n${status}${noEvents}\n$ kubectl get nodes\nNAME  STATUS\n`,
    },
    { rule: "below a command behind another prompt", text: `> kubectl describe widgets\n...\n${status}${noEvents}` },
    { rule: "above words of its author", text: `${status}${noEvents}\nso it works again\n` },
    { rule: "indented", text: (spec + status + noEvents).replace(/^/gm, "    ") },
    {
      rule: "with conditions of its parts",
      text: status.replace("  Nodes", `  Gates:\n    Conditions:\n${deeper}  Nodes`) + noEvents,
    },
  ] as const)("a complete status $rule is healthy", ({ text }) => {
    expect(readVerdicts(text)).toEqual(["healthy"]);
  });
});

describe("a status that may hide a fault is not complete", () => {
  const unhealthyCondition = writeCondition("Ready", "False");
  test.for([
    { rule: "no events", text: status },
    { rule: "no events, and a prompt", text: `$ kubectl describe widget w\n${status}$ \n` },
    { rule: "no label of the status", text: (status + noEvents).replace("Status:\n", "") },
    { rule: "the start in its conditions", text: ready + noEvents },
    { rule: "events of another depth", text: `${status}  ${noEvents}` },
    { rule: "events in a message that was cut", text: `${status.replace("checked", `bad\n${noEvents}`)}` },
    { rule: "events in a message", text: `${status.replace("checked", `bad\n${noEvents.trim()}`)}${noEvents}` },
    { rule: "a message that goes on at the margin", text: status.replace("checked", "bad\nand worse") + noEvents },
    { rule: "a message that poses as a condition", text: `${status.replace("checked", `x\n${ready}`)}${noEvents}` },
    { rule: "a condition without a type", text: (status + noEvents).replace(/ {4}Type:.*\n/, "") },
    { rule: "a condition without a status", text: (status + noEvents).replace(/ {4}Status:.*\n/, "") },
    { rule: "one type twice", text: status.replace(ready, ready + ready) + noEvents },
    {
      rule: "a type that stands first",
      text: (status + noEvents).replace(/( {4}Last[\s\S]*?)( {4}Type:.*\n)/, "$2$1"),
    },
    { rule: "fields out of order", text: `${status}  Current:  1\n${noEvents}` },
    { rule: "an empty line", text: status.replace("  Nodes", "\n  Nodes") + noEvents },
    { rule: "dots", text: status.replace("  Nodes", "  ...\n  Nodes") + noEvents },
    { rule: "fields without indentation", text: (status + noEvents).replace(/^ +/gm, "") },
    { rule: "a field below the events", text: `${status}${noEvents}\n${unhealthyCondition}` },
    { rule: "a row of events above it", text: `  Warning  Failed  1m  x  Error: boom\n${status}${noEvents}` },
    { rule: "a line of a log above it", text: `12:30:00 db is down\n${status}${noEvents}` },
    { rule: "a part of another status above it", text: `  Phase:  Failed\n${status}${noEvents}` },
    {
      rule: "a filter in its command",
      text: `$ kubectl describe widget w | grep -v Degraded\n${status}${noEvents}`,
    },
    { rule: "a filter of a file", text: `$ sed /Degraded/d w.txt\n${status}${noEvents}` },
    {
      rule: "a filter in the second line of its command",
      text: `$ kubectl describe widget w \\\n  | grep -v Degraded\n${status}${noEvents}`,
    },
  ] as const)("a status with $rule is not healthy", ({ text }) => {
    expect(readVerdicts(text)).not.toContain("healthy");
  });
  test.for([
    {
      rule: "another status above it",
      text: `Status:\n  Conditions:\n${unhealthyCondition}${noEvents}${status}${noEvents}`,
    },
    {
      rule: "another status below it",
      text: `${status}${noEvents}Status:\n  Conditions:\n${unhealthyCondition}${noEvents}`,
    },
  ] as const)("a healthy status with $rule is not the only verdict", ({ text }) => {
    expect(readVerdicts(text)).not.toEqual(["healthy"]);
  });
});
