import { describe } from "vitest";
import { type Row, testRows } from "./given-rows.ts";

const phase = (rule: string, text: string, verdict: string): Row => [rule, { status: { phase: text } }, verdict];

describe("a good word with other signs beside it", () => {
  testRows([
    phase("a count that is not full is on its way", "0/3 Ready", "progressing"),
    phase("also after the word", "Ready (0/3)", "progressing"),
    phase("and of what runs", "Running 0/5", "progressing"),
    phase("in words too", "Ready 1 of 3", "progressing"),
    phase("so is a share that is not whole", "0% healthy", "progressing"),
    phase("a full count is good", "Ready (3/3)", "healthy"),
    phase("and a whole share", "100% available", "healthy"),
    phase("none of none proves nothing", "0/0 Ready", "unknown"),
    phase("a number may deny the word", "ready=0", "unknown"),
    phase("before it too", "0 up", "unknown"),
    phase("and behind a colon", "running: 0", "unknown"),
    phase("a sign may deny it", "!Ready", "unknown"),
    phase("or doubt it", "Ready?", "unknown"),
    phase("and so may a letter of another script", "未Ready", "unknown"),
    phase("a rest is denied as well", "!Paused", "unknown"),
    phase("a fault counts with any sign", "Failed (2/3)", "degraded"),
  ]);
});
