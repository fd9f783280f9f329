import { describe } from "vitest";
import { testVerdicts } from "./verdict-rows.ts";

describe("a good word proves health only without a count or a sign against it", () => {
  testVerdicts([
    ["a count before the word shows that some are missing", { status: { phase: "0/3 Ready" } }, "progressing"],
    ["a count in brackets shows that some are missing", { status: { phase: "Ready (0/3)" } }, "progressing"],
    ["a count behind Running shows that some are missing", { status: { phase: "Running 0/5" } }, "progressing"],
    ["a count in words shows that some are missing", { status: { phase: "Ready 1 of 3" } }, "progressing"],
    ["a percentage below 100 shows that some are missing", { status: { phase: "0% healthy" } }, "progressing"],
    ["a full count is healthy", { status: { phase: "Ready (3/3)" } }, "healthy"],
    ["100 percent is healthy", { status: { phase: "100% available" } }, "healthy"],
    ["none of none proves nothing", { status: { phase: "0/0 Ready" } }, "unknown"],
    ["the number 0 behind an equals sign denies the word", { status: { phase: "ready=0" } }, "unknown"],
    ["the number 0 before the word denies it", { status: { phase: "0 up" } }, "unknown"],
    ["the number 0 behind a colon denies the word", { status: { phase: "running: 0" } }, "unknown"],
    ["an exclamation mark denies the word", { status: { phase: "!Ready" } }, "unknown"],
    ["a question mark doubts the word", { status: { phase: "Ready?" } }, "unknown"],
    ["a letter of another script denies the word", { status: { phase: "未Ready" } }, "unknown"],
    ["an exclamation mark denies a pause", { status: { phase: "!Paused" } }, "unknown"],
    ["a fault is a fault with any sign beside it", { status: { phase: "Failed (2/3)" } }, "degraded"],
  ]);
});
