import { describeHost } from "./describe-host.ts";

await describeHost({ suite: "restricted", restricted: true });
