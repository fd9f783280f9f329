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
    ["with events that are none", status + none],
    ["with a table of events", status + table],
    ["below the rest of a spec", `  Size:  3\n  Zones:\n    east\n${status}${none}`],
    ["below a spec", spec + status + none],
    ["below a name without a kind", `Name:  w\nNamespace:  n\nLabels:  a=b\n         c=d\n${status}${none}`],
    ["below dots", `...\n${status}${none}`],
    ["below its command", `$ kubectl describe widget w\n${status}${none}\n$ kubectl get nodes\nNAME  STATUS\n`],
    ["below a command behind another prompt", `> kubectl describe widgets\n...\n${status}${none}`],
    ["above words of its author", `${status}${none}\nso it works again\n`],
    ["indented", (spec + status + none).replace(/^/gm, "    ")],
    ["with conditions of its parts", status.replace("  Nodes", `  Gates:\n    Conditions:\n${deeper}  Nodes`) + none],
  ] as const)("%s", ([, text]) => {
    expect(verdictsIn(text)).toEqual(["healthy"]);
  });
});

describe("what may hide a fault is no proof that a status is whole", () => {
  const unhealthyCondition = condition("Ready", "False");
  test.for([
    ["no events", status],
    ["no events, and a prompt", `$ kubectl describe widget w\n${status}$ \n`],
    ["no label of the status", (status + none).replace("Status:\n", "")],
    ["the start in its conditions", ready + none],
    ["events of another depth", `${status}  ${none}`],
    ["events in a message that was cut", `${status.replace("checked", `bad\n${none}`)}`],
    ["events in a message", `${status.replace("checked", `bad\n${none.trim()}`)}${none}`],
    ["a message that goes on at the margin", status.replace("checked", "bad\nand worse") + none],
    ["a message that poses as a condition", `${status.replace("checked", `x\n${ready}`)}${none}`],
    ["a condition without a type", (status + none).replace(/ {4}Type:.*\n/, "")],
    ["a condition without a status", (status + none).replace(/ {4}Status:.*\n/, "")],
    ["one type twice", status.replace(ready, ready + ready) + none],
    ["a type that stands first", (status + none).replace(/( {4}Last[\s\S]*?)( {4}Type:.*\n)/, "$2$1")],
    ["fields out of order", `${status}  Current:  1\n${none}`],
    ["an empty line", status.replace("  Nodes", "\n  Nodes") + none],
    ["dots", status.replace("  Nodes", "  ...\n  Nodes") + none],
    ["fields without indentation", (status + none).replace(/^ +/gm, "")],
    ["a field below the events", `${status}${none}\n${unhealthyCondition}`],
    ["a row of events above it", `  Warning  Failed  1m  x  Error: boom\n${status}${none}`],
    ["a line of a log above it", `12:30:00 db is down\n${status}${none}`],
    ["a part of another status above it", `  Phase:  Failed\n${status}${none}`],
    ["a filter in its command", `$ kubectl describe widget w | grep -v Degraded\n${status}${none}`],
    ["a filter of a file", `$ sed /Degraded/d w.txt\n${status}${none}`],
    [
      "a filter in the second line of its command",
      `$ kubectl describe widget w \\\n  | grep -v Degraded\n${status}${none}`,
    ],
  ] as const)("%s", ([, text]) => {
    expect(verdictsIn(text)).not.toContain("healthy");
  });
  test.for([
    ["another status above it", `Status:\n  Conditions:\n${unhealthyCondition}${none}${status}${none}`],
    ["another status below it", `${status}${none}Status:\n  Conditions:\n${unhealthyCondition}${none}`],
  ] as const)("%s", ([, text]) => {
    expect(verdictsIn(text)).not.toEqual(["healthy"]);
  });
});
