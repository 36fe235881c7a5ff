# PowerShell completion of patgraph: patgraph completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName patgraph -ScriptBlock {
    param($word, $line, $cursor)
    $words = @($line.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursor } | ForEach-Object { "$_" })
    $program, $words = $words
    $words = @($words)
    if ($word -eq '') {
        # Before version 7.3, an empty argument of a program is lost unless it is quoted.
        $words += if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' }
    }
    & $program __complete @words 2>$null | ForEach-Object {
        $text, $says = $_ -split "`t", 2
        if ($text -eq ':files') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($word)
        } else {
            if (-not $says) { $says = $text }
            [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $says)
        }
    }
}
