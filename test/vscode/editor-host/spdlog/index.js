// Stands in for @vscode/spdlog, which is native code without a build of it. Output channels are files that this writes,
// so without it they stay empty, and nothing says why.
const { appendFileSync, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");

const levels = ["trace", "debug", "info", "warn", "error", "critical"];

function logger(file) {
  let least = levels.indexOf("info");
  let raw = false;
  mkdirSync(dirname(file), { recursive: true });
  const write = (level, name, message) => {
    if (level < least) return;
    const stamp = new Date().toISOString().slice(0, 23).replace("T", " ");
    appendFileSync(file, raw ? message : `${stamp} [${name === "warn" ? "warning" : name}] ${message}\n`);
  };
  return {
    ...Object.fromEntries(levels.map((name, level) => [name, (message) => write(level, name, message)])),
    getLevel: () => least,
    setLevel: (level) => {
      least = level;
    },
    setPattern: () => {},
    clearFormatters: () => {
      raw = true;
    },
    flush: () => {},
    drop: () => {},
  };
}

exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = async (_name, file) => logger(file);
exports.createAsyncRotatingLogger = exports.createRotatingLogger;
