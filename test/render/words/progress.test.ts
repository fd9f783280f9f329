import { describe, expect, test } from "vitest";
import {
  type MustGatherShare,
  readingMustGatherText,
  type ServerProgress,
  waitingForServerText,
} from "../../../shared/render/words/plugin/progress.ts";

const server = "https://one.example:6443";
const begun: ServerProgress = { server, phase: "connecting", asked: 0, answered: 0, objects: 0, cause: "" };

describe("the progress line of a server says what is waited for, and for how long", () => {
  const rows: [when: string, more: Partial<ServerProgress>, text: string][] = [
    ["the connection is opened", {}, "connecting, 3s"],
    ["a program gets the credentials", { phase: "credentials" }, "getting credentials, 3s"],
    ["requests are answered", { phase: "reading", asked: 16, answered: 12 }, "12 of 16 requests answered, 3s"],
    [
      "a long list comes in pages",
      { phase: "reading", asked: 1, objects: 1500 },
      "0 of 1 request answered, 1500 objects so far, 3s",
    ],
    [
      "the server is tried again",
      { phase: "unreachable", cause: "connection refused" },
      "not reached, 3s: connection refused",
    ],
  ];
  test.for(rows)("%s", ([, more, text]) => {
    expect(waitingForServerText({ ...begun, ...more }, 3_400)).toBe(`waiting for ${server}: ${text}`);
  });
});

describe("the progress line of a must-gather shows how much is read", () => {
  const rows: [share: MustGatherShare, text: string][] = [
    [{ is: "archive", done: 0, total: 0 }, "0% of 0 B"],
    [{ is: "archive", done: 999, total: 1000 }, "99% of 1 kB"],
    [{ is: "archive", done: 500_000_000, total: 1_250_000_000 }, "40% of 1.2 GB"],
    [{ is: "archive", done: 2000, total: 1000 }, "100% of 1 kB"],
    [{ is: "files", files: 1, bytes: 999 }, "1 file, 999 B"],
    [{ is: "files", files: 340, bytes: 56_700_000 }, "340 files, 56 MB"],
  ];
  test.for(rows)("%o", ([share, text]) => {
    expect(readingMustGatherText("gather.tar", share)).toBe(`reading gather.tar: ${text}`);
  });
});
