// The public names of this room. Other rooms import them from here alone.
export { createWorkbench, type Workbench } from './createWorkbench.ts';
export { hasOpenDoor } from './diagnose/confinementChecks.ts';
export { diagnose } from './diagnose/diagnosis.ts';
export { diagnosisText } from './diagnose/diagnosisText.ts';
