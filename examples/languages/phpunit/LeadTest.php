<?php
// Tests of a lead, of its link and of its event, in PHPUnit.

use PHPUnit\Framework\TestCase;

require_once __DIR__ . '/World.php';

final class LeadTest extends TestCase
{
    private const LEAD = ['organization' => 'producer', 'preset' => 'checkedBox', 'page' => ['autoShare' => true]];

    private World $world;

    protected function setUp(): void
    {
        $this->world = new World();
    }

    public function testALeadIsPaidOnceHoweverOftenItIsReceived(): void
    {
        $shareUrl = $this->world->control('POST', '/captures', self::LEAD)['shareUrl'];
        foreach ([1, 2] as $_) {
            [$status, $answer] = $this->world->receive($shareUrl);
            $this->assertSame([200, true], [$status, $answer['ok']]);
        }
        $this->assertSame(1, $this->world->control('GET', '/charges')['total']);
    }

    public function testALinkThatHasExpiredCostsNothing(): void
    {
        $shareUrl = $this->world->control('POST', '/captures', self::LEAD)['shareUrl'];
        $this->world->control('POST', '/clock/advance', ['days' => 31]);
        [$status, $answer] = $this->world->receive($shareUrl);
        $this->assertSame([410, 'GONE'], [$status, $answer['error']['code']]);
        $this->assertSame(0, $this->world->control('GET', '/charges')['total']);
    }

    public function testAnEmptyArrayOfPhpIsNamedByTheServiceAndTakenByTheControlApi(): void
    {
        $shareUrl = $this->world->control('POST', '/captures', ['page' => ['autoShare' => true, 'customMetadata' => []]] + self::LEAD)['shareUrl'];
        [$status, $answer] = World::send('POST', $shareUrl, [], $this->world->env['CONSENT_EVIDENCE_BUYER_API_KEY']);
        $this->assertSame([400, 'INVALID_ARGUMENT'], [$status, $answer['error']['code']]);
        $this->assertStringContainsString('PHP', $answer['error']['message']);
    }

    public function testAnEventIsSigned(): void
    {
        $this->world->control('POST', '/organizations/producer/sink', ['answer' => 200]);
        $secret = $this->world->control('GET', '/organizations/producer/env')['env']['CONSENT_EVIDENCE_WEBHOOK_SECRET'];
        $this->world->control('POST', '/captures', self::LEAD);
        $this->world->control('POST', '/clock/advance');
        ['headers' => $headers, 'body' => $body] = $this->world->control('GET', '/arrivals')['arrivals'][0]['message'];
        $this->assertTrue(World::isSigned($secret, $headers, $body));
        $this->assertFalse(World::isSigned($secret, $headers, $body . ' '));
        $this->assertFalse(World::isSigned('whsec_another', $headers, $body));
    }
}
