// What the settings say of the record of runs: how much, what is hidden, how long it is kept, and where it goes beside.
import * as vscode from 'vscode';
import { joinRules, readRedactionRules, type RedactionRules } from '../../runs/redaction/redactionRules.ts';
import { leastRecorded, readKept, readRecordMode, type RecordMode, type RunsKept } from '../../runs/runSettings.ts';
import { settingLevels } from '../settings.ts';
import { targetOf, type TelemetryTarget } from '../../runs/telemetry/telemetryTarget.ts';

/** `codeMode.runs.redact` of every level, each of which can only add to the others; read again when a setting has changed. */
export function redactionRules(): RedactionRules {
  const { user, workspace } = settingLevels('codeMode.runs', 'redact');
  return joinRules([
    readRedactionRules(user, 'codeMode.runs.redact'),
    ...workspace.map((value) => readRedactionRules(value, 'codeMode.runs.redact of the workspace')),
  ]);
}

/** `codeMode.runs.record`: the least that a level says. */
export function recordMode({ problems }: RedactionRules): RecordMode {
  const { user, workspace } = settingLevels('codeMode.runs', 'record');
  return leastRecorded([user, ...workspace].map(readRecordMode), problems.length > 0);
}

/** `codeMode.runs.keepRuns`, `keepMegabytes` and `keepDays`, each within its bounds. */
export function runsKept(): RunsKept {
  const configuration = vscode.workspace.getConfiguration('codeMode.runs');
  return readKept({
    runs: configuration.get('keepRuns'),
    megabytes: configuration.get('keepMegabytes'),
    days: configuration.get('keepDays'),
  });
}

/** `codeMode.audit.enabled`. Its scope is the machine: a workspace neither switches it on nor off. */
export function auditEnabled(): boolean {
  return vscode.workspace.getConfiguration('codeMode.audit').get('enabled') === true;
}

/** `codeMode.telemetry.*`; what is no http address counts as not set. */
export function telemetryTarget(): TelemetryTarget | undefined {
  const configuration = vscode.workspace.getConfiguration('codeMode.telemetry');
  return targetOf(configuration.get('otlpEndpoint'), configuration.get('includeValues') === true);
}
