/**
 * What Windows is asked through PowerShell 5.1, which every Windows 10 and 11 has. A script takes one argument, JSON in base64, so
 * that no name of a printer ever meets a command line's quoting; it answers one line of JSON after a mark. Not run on Windows by
 * our tests: they hold the texts, the argument and the reading of answers.
 */

/** Before the line that counts; whatever else a script or a profile prints is left out. */
export const MARK = '@@answer@@';

const HEAD = `param([string]$Request)
$ErrorActionPreference = 'Stop'
[Console]::OutputEncoding = [System.Text.Encoding]::UTF8
$ask = [System.Text.Encoding]::UTF8.GetString([System.Convert]::FromBase64String($Request)) | ConvertFrom-Json
function Answer($value) { [Console]::Out.WriteLine('${MARK}' + (ConvertTo-Json -InputObject $value -Compress -Depth 5)) }
`;

/** Printers with what WMI tells (Win32_Printer), paper by the driver's own numbers (DMPAPER_*). */
export const LIST = `${HEAD}
$found = @(Get-CimInstance -ClassName Win32_Printer | ForEach-Object {
  @{ name = $_.Name; driver = $_.DriverName; port = $_.PortName; isDefault = [bool]$_.Default; offline = [bool]$_.WorkOffline;
     status = [int]$_.PrinterStatus; errorState = [int]$_.DetectedErrorState; state = [long]$_.PrinterState;
     dpi = $(if ($_.HorizontalResolution) { [int]$_.HorizontalResolution } else { 0 });
     papers = @($_.PrinterPaperNames | Where-Object { $_ }) }
})
Answer @{ printers = $found }
`;

/**
 * Raw bytes into the queue (winspool: OpenPrinter, StartDocPrinter with datatype RAW, WritePrinter). The job's number is answered
 * before the first byte, so that a break in the middle can be told from one before.
 */
export const RAW = `${HEAD}
Add-Type -TypeDefinition @'
using System;
using System.Runtime.InteropServices;
public static class RawSpool {
  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
  public class DocInfo { public string Name; public string OutputFile; public string DataType; }
  [DllImport("winspool.drv", EntryPoint = "OpenPrinterW", SetLastError = true, CharSet = CharSet.Unicode)]
  public static extern bool OpenPrinter(string name, out IntPtr printer, IntPtr defaults);
  [DllImport("winspool.drv", EntryPoint = "StartDocPrinterW", SetLastError = true, CharSet = CharSet.Unicode)]
  public static extern int StartDocPrinter(IntPtr printer, int level, [In, MarshalAs(UnmanagedType.LPStruct)] DocInfo info);
  [DllImport("winspool.drv", SetLastError = true)]
  public static extern bool StartPagePrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)]
  public static extern bool WritePrinter(IntPtr printer, byte[] bytes, int count, out int written);
  [DllImport("winspool.drv", SetLastError = true)]
  public static extern bool EndPagePrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)]
  public static extern bool EndDocPrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)]
  public static extern bool AbortPrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)]
  public static extern bool ClosePrinter(IntPtr printer);
}
'@
function Code { [System.Runtime.InteropServices.Marshal]::GetLastWin32Error() }
$bytes = [System.IO.File]::ReadAllBytes($ask.file)
$printer = [IntPtr]::Zero
if (-not [RawSpool]::OpenPrinter($ask.printer, [ref]$printer, [IntPtr]::Zero)) { Answer @{ error = Code; at = 'open' }; exit 0 }
try {
  $info = New-Object RawSpool+DocInfo
  $info.Name = $ask.title
  $info.DataType = 'RAW'
  $job = [RawSpool]::StartDocPrinter($printer, 1, $info)
  if ($job -le 0) { Answer @{ error = Code; at = 'start' }; exit 0 }
  $whole = $true
  for ($copy = 0; $copy -lt $ask.copies -and $whole; $copy++) {
    $whole = [RawSpool]::StartPagePrinter($printer)
    $at = 0
    while ($whole -and $at -lt $bytes.Length) {
      $size = [Math]::Min(65536, $bytes.Length - $at)
      $part = New-Object byte[] $size
      [Array]::Copy($bytes, $at, $part, 0, $size)
      $written = 0
      $whole = [RawSpool]::WritePrinter($printer, $part, $size, [ref]$written)
      if ($written -le 0) { $whole = $false }
      $at += $written
    }
    if ($whole) { $whole = [RawSpool]::EndPagePrinter($printer) }
  }
  if (-not $whole) { $code = Code; [void][RawSpool]::AbortPrinter($printer); Answer @{ error = $code; at = 'write'; job = $job }; exit 0 }
  if (-not [RawSpool]::EndDocPrinter($printer)) { Answer @{ error = Code; at = 'end'; job = $job }; exit 0 }
  Answer @{ job = $job }
} finally { [void][RawSpool]::ClosePrinter($printer) }
`;

/**
 * Pictures at exact size: each page's picture is drawn from the edge of the sheet at its dots per inch, whatever the driver's
 * margins and resolution. The job is found in the queue by its name afterwards, because PrintDocument does not tell its number.
 */
export const PAGES = `${HEAD}
Add-Type -AssemblyName System.Drawing
$pictures = @($ask.files | ForEach-Object { [System.Drawing.Image]::FromFile($_) })
$document = New-Object System.Drawing.Printing.PrintDocument
try {
  $document.PrinterSettings.PrinterName = $ask.printer
  if (-not $document.PrinterSettings.IsValid) { Answer @{ error = 1801; at = 'open' }; exit 0 }
  $document.DocumentName = $ask.title
  $document.PrinterSettings.Copies = [int16]$ask.copies
  $document.PrintController = New-Object System.Drawing.Printing.StandardPrintController
  $document.OriginAtMargins = $false
  $document.DefaultPageSettings.Landscape = $false
  $document.DefaultPageSettings.Margins = New-Object System.Drawing.Printing.Margins 0, 0, 0, 0
  $wide = [int]$ask.paper.widthHundredths
  $high = [int]$ask.paper.heightHundredths
  if ($wide -gt 0) {
    $paper = $document.PrinterSettings.PaperSizes | Where-Object { [Math]::Abs($_.Width - $wide) -le 6 -and [Math]::Abs($_.Height - $high) -le 6 } | Select-Object -First 1
    if (-not $paper) { $paper = New-Object System.Drawing.Printing.PaperSize 'Label', $wide, $high }
    $document.DefaultPageSettings.PaperSize = $paper
  }
  $script:page = 0
  $document.add_PrintPage({
    param($source, $event)
    $picture = $pictures[$script:page]
    $event.Graphics.PageUnit = [System.Drawing.GraphicsUnit]::Inch
    $event.Graphics.InterpolationMode = [System.Drawing.Drawing2D.InterpolationMode]::NearestNeighbor
    $event.Graphics.PixelOffsetMode = [System.Drawing.Drawing2D.PixelOffsetMode]::Half
    $left = -$event.PageSettings.HardMarginX / 100
    $top = -$event.PageSettings.HardMarginY / 100
    $event.Graphics.DrawImage($picture, [single]$left, [single]$top, [single]($picture.Width / $ask.dpi), [single]($picture.Height / $ask.dpi))
    $script:page++
    $event.HasMorePages = $script:page -lt $pictures.Count
    if (-not $event.HasMorePages) { $script:page = 0 }
  })
  $document.Print()
  $job = Get-PrintJob -PrinterName $ask.printer | Where-Object { $_.DocumentName.StartsWith($ask.id) } | Select-Object -First 1
  Answer @{ job = $(if ($job) { [int]$job.Id } else { 0 }) }
} finally { $document.Dispose(); $pictures | ForEach-Object { $_.Dispose() } }
`;

/** Jobs of a queue; Windows forgets those that were printed unless the printer is set to keep them. */
export const JOBS = `${HEAD}
$found = @(Get-PrintJob -PrinterName $ask.printer | ForEach-Object {
  @{ id = [int]$_.Id; name = $_.DocumentName; status = [long]$_.JobStatus }
})
Answer @{ jobs = $found }
`;

export const SCRIPTS = { 'list.ps1': LIST, 'raw.ps1': RAW, 'pages.ps1': PAGES, 'jobs.ps1': JOBS } as const;
export type ScriptName = keyof typeof SCRIPTS;
