import { describe, expect, test } from "vitest";
import type { KubeObject } from "../../../shared/model/object.ts";
import { logsOfPod } from "../../../shared/render/editor/log-choices.ts";
import { explainedByText, type LogSeen, logHeading, logLinkTexts } from "../../../shared/render/editor/log-heading.ts";

const request = { namespace: "cnv", pod: "cdi-1", container: "cdi", isPrevious: false };
const seen: LogSeen = { request, place: "prod", status: "live", cause: "", lines: 10, isNewestPart: false };

describe("the first line of a log says what it is, the context first", () => {
  test.for<[rule: string, seen: Partial<LogSeen>, heading: string]>([
    ["followed", {}, "# prod · current run, live · see also: previous run · container cdi of Pod cnv/cdi-1"],
    [
      "only its newest part, with the line that explains it",
      { isNewestPart: true, explainedBy: 7 },
      "# prod · current run, live · only the newest 10 lines · explained by line 7 · see also: previous run · container cdi of Pod cnv/cdi-1",
    ],
    [
      "of which nothing but the end of one line was read",
      { isNewestPart: true, lines: 0, status: "collected" },
      "# prod · current run, as collected · its last line is too long to show · see also: previous run · container cdi of Pod cnv/cdi-1",
    ],
    [
      "of the run before",
      { request: { ...request, isPrevious: true }, status: "ended" },
      "# prod · previous run, ended · see also: current run · container cdi of Pod cnv/cdi-1",
    ],
    [
      "refused, with the server's words on one line",
      { status: "forbidden", cause: "no\n\x1b[31mpermission" },
      "# prod · current run, forbidden (no ^[[31mpermission) · see also: previous run · container cdi of Pod cnv/cdi-1",
    ],
    [
      "without a place and a namespace",
      { place: "", request: { pod: "a", container: "b", isPrevious: false }, status: "waiting" },
      "# current run, not connected yet · see also: previous run · container b of Pod a",
    ],
  ])("%s", ([, part, heading]) => {
    expect(logHeading({ ...seen, ...part })).toBe(heading);
  });

  test("with texts that links find again", () => {
    const heading = logHeading({ ...seen, explainedBy: 7 });
    expect(explainedByText(7)).toBe("explained by line 7");
    expect(heading).toContain(explainedByText(7));
    expect(heading).toContain(logLinkTexts.previous);
  });
});

test("the logs of a Pod: those of containers that started again first", () => {
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
