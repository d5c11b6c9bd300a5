/* Wine's own tasklist prints nothing. This one answers `tasklist /fi "PID eq N" /fo csv /nh` as Windows does, and fails on
   demand: as the file %SystemRoot%\Temp\tasklist-mode says, `fail` (an exit code), `empty` (no such process) or `hang`. */
#include <windows.h>
#include <psapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void readMode(char *mode, int size) {
  char path[MAX_PATH];
  GetWindowsDirectoryA(path, MAX_PATH - 32);
  strcat(path, "\\Temp\\tasklist-mode");
  FILE *file = fopen(path, "r");
  if (!file || !fgets(mode, size, file)) mode[0] = 0;
  if (file) fclose(file);
}

static unsigned long wantedProcess(int count, char **arguments) {
  for (int i = 1; i < count; i++) {
    const char *filter = strstr(arguments[i], "PID eq ");
    if (filter) return strtoul(filter + 7, NULL, 10);
  }
  return 0;
}

int main(int count, char **arguments) {
  char mode[16];
  readMode(mode, sizeof mode);
  if (!strncmp(mode, "fail", 4)) return 1;
  if (!strncmp(mode, "hang", 4)) Sleep(INFINITE);
  unsigned long id = wantedProcess(count, arguments);
  HANDLE process = OpenProcess(PROCESS_QUERY_INFORMATION | PROCESS_VM_READ, FALSE, id);
  DWORD code = 0;
  PROCESS_MEMORY_COUNTERS memory;
  int found = process && GetExitCodeProcess(process, &code) && code == STILL_ACTIVE && GetProcessMemoryInfo(process, &memory, sizeof memory);
  if (!found || !strncmp(mode, "empty", 5)) puts("INFO: No tasks are running which match the specified criteria.");
  else printf("\"node.exe\",\"%lu\",\"Console\",\"1\",\"%llu K\"\n", id, (unsigned long long)memory.WorkingSetSize / 1024);
  return 0;
}
