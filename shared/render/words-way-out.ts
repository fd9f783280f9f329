import type { Say } from "./say.ts";

// What may be done about what is in the way of a report, as rows.

export const connectWords = (say: Say): string => say("Connect");
export const refreshWords = (say: Say): string => say("Try again");
export const pickContextWords = (say: Say): string => say("Select another context…");
export const pickNamespacesWords = (say: Say): string => say("Select the namespaces that may be read…");
export const openGatherWords = (say: Say): string => say("Open a must-gather or dump…");
export const showLogWords = (say: Say): string => say("Show the log");
