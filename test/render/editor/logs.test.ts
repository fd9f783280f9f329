import { describe, expect, test } from "vitest";
import type { KubeObject } from "../../../shared/model/object.ts";
import { logsOfPod } from "../../../shared/render/editor/log-choices.ts";
import { explainedByText, type LogSeen, logHeading, logLinkTexts } from "../../../shared/render/editor/log-heading.ts";

const request = { namespace: "cnv", pod: "cdi-1", container: "cdi", isPrevious: false };
const logSeen: LogSeen = { request, place: "prod", status: "live", cause: "", lines: 10, isNewestPart: false };

describe("the first line of a log has its source, run, state and container", () => {
  test.for<{ readonly rule: string; readonly part: Partial<LogSeen>; readonly heading: string }>([
    {
      rule: "a log that is followed is live",
      part: {},
      heading: "# prod · current run, live · see also: previous run · container cdi of Pod cnv/cdi-1",
    },
    {
      rule: "a log of which the newest part is shown says so, and has the line that explains it",
      part: { isNewestPart: true, explainedBy: 7 },
      heading:
        "# prod · current run, live · only the newest 10 lines · explained by line 7 · see also: previous run · container cdi of Pod cnv/cdi-1",
    },
    {
      rule: "a log whose last line is too long says so",
      part: { isNewestPart: true, lines: 0, status: "collected" },
      heading:
        "# prod · current run, as collected · its last line is too long to show · see also: previous run · container cdi of Pod cnv/cdi-1",
    },
    {
      rule: "a log of the previous run has ended",
      part: { request: { ...request, isPrevious: true }, status: "ended" },
      heading: "# prod · previous run, ended · see also: current run · container cdi of Pod cnv/cdi-1",
    },
    {
      rule: "a log that is forbidden has the server's message on one line",
      part: { status: "forbidden", cause: "no\n\x1b[31mpermission" },
      heading:
        "# prod · current run, forbidden (no ^[[31mpermission) · see also: previous run · container cdi of Pod cnv/cdi-1",
    },
    {
      rule: "a log without a source and a namespace begins with its run",
      part: { place: "", request: { pod: "a", container: "b", isPrevious: false }, status: "waiting" },
      heading: "# current run, not connected yet · see also: previous run · container b of Pod a",
    },
  ])("$rule", ({ part, heading }) => {
    expect(logHeading({ ...logSeen, ...part })).toBe(heading);
  });

  test("the first line of a log has the texts of its links", () => {
    const heading = logHeading({ ...logSeen, explainedBy: 7 });
    expect(explainedByText(7)).toBe("explained by line 7");
    expect(heading).toContain(explainedByText(7));
    expect(heading).toContain(logLinkTexts.previous);
  });
});

test("the logs of a Pod begin with those of containers that restarted", () => {
  const pod = {
    ref: { group: "", kind: "Pod", namespace: "cnv", name: "cdi-1" },
    spec: { initContainers: [{ name: "init" }], containers: [{ name: "cdi" }, { name: "proxy" }, {}] },
    status: { containerStatuses: [{ name: "proxy", restartCount: 3 }, "odd"] },
  } as unknown as KubeObject;
  expect(logsOfPod(pod).map(({ logs, isUnhealthy }) => [logs.container, isUnhealthy])).toEqual([
    ["proxy", true],
    ["init", false],
    ["cdi", false],
  ]);
});
