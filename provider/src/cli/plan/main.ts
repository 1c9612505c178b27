#!/usr/bin/env node
import { terminal } from "../terminal";
import { plan } from "./command";

// The name that the command had first, kept for the workflows that call it.
process.exitCode = plan(process.argv.slice(2), terminal);
