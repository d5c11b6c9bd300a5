// Reads the settings about the record of runs: its extent, its redaction, its retention and its export.
import * as vscode from 'vscode';
import {
  joinRules,
  readRedactionRules,
  leastRecorded,
  readKept,
  readRecordMode,
  type RedactionRules,
  type RecordMode,
  type RunsKept,
} from '../../journal/index.ts';
import { settingLevels } from '../settings.ts';
import { targetOf, type TelemetryTarget } from '../../telemetry/index.ts';

/** Returns the rules of `codeMode.runs.redact`. Each level of the settings can only add to the others. */
export function redactionRules(): RedactionRules {
  const { user, workspace } = settingLevels('codeMode.runs', 'redact');
  return joinRules([
    readRedactionRules(user, 'codeMode.runs.redact'),
    ...workspace.map((value) => readRedactionRules(value, 'codeMode.runs.redact of the workspace')),
  ]);
}

/** Returns the mode of `codeMode.runs.record` that records the least among all levels. */
export function recordMode({ problems }: RedactionRules): RecordMode {
  const { user, workspace } = settingLevels('codeMode.runs', 'record');
  return leastRecorded([user, ...workspace].map(readRecordMode), problems.length > 0);
}

/** Returns `codeMode.runs.keepRuns`, `keepMegabytes` and `keepDays`, each within its bounds. */
export function runsKept(): RunsKept {
  const configuration = vscode.workspace.getConfiguration('codeMode.runs');
  return readKept({
    runs: configuration.get('keepRuns'),
    megabytes: configuration.get('keepMegabytes'),
    days: configuration.get('keepDays'),
  });
}

/** Returns `codeMode.audit.enabled`. Its scope is the machine, so a workspace can switch it neither on nor off. */
export function auditEnabled(): boolean {
  return vscode.workspace.getConfiguration('codeMode.audit').get('enabled') === true;
}

/** Returns the target in `codeMode.telemetry.*`. An endpoint that is no http address counts as not set. */
export function telemetryTarget(): TelemetryTarget | undefined {
  const configuration = vscode.workspace.getConfiguration('codeMode.telemetry');
  return targetOf(configuration.get('otlpEndpoint'), configuration.get('includeValues') === true);
}
