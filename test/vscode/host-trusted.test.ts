import { describeHost } from "./describe-host.ts";

await describeHost({ suite: "trusted" });
