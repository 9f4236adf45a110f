package com.example.reminders;

import dev.belfry.client.BelfryCallback;
import dev.belfry.client.BelfryClient;
import dev.belfry.client.NewTimer;
import dev.belfry.spring.TimerHandler;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * PUT /reminders/flowers?in=PT1S&text=water asks for one, GET /reminders lists those that have
 * come.
 */
@RestController
class ReminderController {
    record Reminder(String text) {}

    private final BelfryClient belfry;
    private final JsonMapper json;
    private final List<String> reminded = new CopyOnWriteArrayList<>();

    ReminderController(BelfryClient belfry, JsonMapper json) {
        this.belfry = belfry;
        this.json = json;
    }

    @PutMapping("/reminders/{id}")
    void remind(@PathVariable String id, @RequestParam Duration in, @RequestParam String text) {
        var ownUrl = ServletUriComponentsBuilder.fromCurrentContextPath().toUriString();
        belfry.put(
                NewTimer.after(id, in, ownUrl + "/timers/reminder")
                        .payload(json.writeValueAsString(new Reminder(text))));
    }

    /** Only callbacks whose signature fits come here. */
    @TimerHandler("/timers/reminder")
    void reminder(BelfryCallback callback, Reminder reminder) {
        reminded.add(callback.timerId() + ": " + reminder.text());
    }

    @GetMapping("/reminders")
    List<String> reminded() {
        return reminded;
    }
}
