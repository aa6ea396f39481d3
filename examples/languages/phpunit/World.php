<?php
// A world of the fake for each worker of PHPUnit or ParaTest, as it began for each test.
// Run it beside the fake:  consent-evidence mock exec -- phpunit LeadTest.php

final class World
{
    /** @var array<string, string> */
    public array $env;
    private string $controlUrl;

    public function __construct()
    {
        $name = getenv('TEST_TOKEN') ?: 'main';
        $wanted = ['name' => $name, 'now' => '2026-01-05T12:00:00Z', 'running' => false];
        $url = getenv('CONSENT_EVIDENCE_CONTROL_URL') . '/worlds';
        [$status, $opened] = self::send('POST', $url, $wanted);
        if ($status !== 200) {
            throw new RuntimeException($opened['error']['message']);
        }
        ['env' => $this->env, 'controlUrl' => $this->controlUrl] = $opened;
        $this->control('POST', '/reset');
    }

    public function control(string $method, string $path, array $body = []): array
    {
        [$status, $answer] = self::send($method, $this->controlUrl . $path, $body);
        if ($status !== 200) {
            throw new RuntimeException($answer['error']['message']);
        }
        return $answer;
    }

    /** The service itself wants {} where PHP writes an empty array as []. */
    public function receive(string $shareUrl): array
    {
        return self::send('POST', $shareUrl, new stdClass(), $this->env['CONSENT_EVIDENCE_BUYER_API_KEY']);
    }

    /** Sends JSON and returns the status and the JSON of the answer, whatever the status. */
    public static function send(string $method, string $url, array|object $body, string $key = ''): array
    {
        $header = ['Content-Type: application/json', "X-API-Key: $key"];
        $http = ['method' => $method, 'header' => $header, 'ignore_errors' => true, 'timeout' => 10];
        if ($method !== 'GET') {
            $http['content'] = json_encode($body);
        }
        $text = file_get_contents($url, false, stream_context_create(['http' => $http]));
        return [(int) explode(' ', $http_response_header[0])[1], json_decode($text, true)];
    }

    /** Whether a delivery is the service's own, and not older than 300 seconds. */
    public static function isSigned(string $secret, array $headers, string $body): bool
    {
        $signed = $headers['x-svc-timestamp'] . '.' . $body;
        $expected = 'sha256=' . hash_hmac('sha256', $signed, $secret);
        $isRecent = time() - (int) $headers['x-svc-timestamp'] <= 300;
        return $isRecent && hash_equals($expected, $headers['x-svc-signature']);
    }
}
