import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { tempDir } from '../support/app.ts'
import { serve } from '../support/process.ts'

const BROWSER = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

// Where no browser is installed the page cannot be tried; CI installs one and must not pass without it.
test.runIf(existsSync(BROWSER) || process.env.CI !== undefined)(
  'the API reference is drawn in a browser from the live document, with nothing from elsewhere',
  async () => {
    using dir = tempDir()
    await using server = await serve(['--data', dir.path])
    const browser = await chromium.launch({
      executablePath: BROWSER,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    })
    try {
      const page = await browser.newPage()
      const requests: string[] = []
      const problems: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      page.on('pageerror', (error) => problems.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text())
      })

      await page.goto(`${server.url}/docs`, { waitUntil: 'networkidle' })
      const title = await page.locator('.title').first().textContent()
      const operations = await page.locator('.opblock').count()

      expect(title).toContain('Lectern')
      expect(operations).toBeGreaterThan(15)
      expect(problems).toEqual([])
      expect(
        requests.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:')),
      ).toEqual([])
    } finally {
      await browser.close()
    }
  },
)
